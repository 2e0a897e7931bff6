#include "counter.h"

static int room(const struct counter *counter) { return LIMIT - counter->value; }

int counter_add(struct counter *counter, int amount) {
  if (amount < 0 || counter->value < 0 || amount > room(counter)) return -1;
  counter->value += amount;
  return 0;
}
