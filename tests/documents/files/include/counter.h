#ifndef COUNTER_H
#define COUNTER_H
#ifndef LIMIT
#define LIMIT 3
#endif
struct counter { int value; };
int counter_add(struct counter *counter, int amount);
#endif
