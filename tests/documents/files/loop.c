extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  unsigned sum = 0;
  for (int i = 0; i < 5000000; i++)
    sum += 3;
  if (sum == 15000000 && __VERIFIER_nondet_int() == 4711)
    reach_error();
  return 0;
}
