#include "counter.h"
#include <assert.h>

extern int ask(void);

int main(void) {
  struct counter counter = {0};
  for (int i = 0; i < 3; i++) counter_add(&counter, ask());
  assert(counter.value >= 0 && counter.value <= LIMIT);
  return 0;
}
