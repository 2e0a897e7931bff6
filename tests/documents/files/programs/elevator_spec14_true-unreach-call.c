extern void __VERIFIER_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int pumping = 0, high = 0;
    while (__VERIFIER_nondet_int()) {
        high = __VERIFIER_nondet_int() != 0;
        pumping = high;
        if (pumping && !high)
            __VERIFIER_error();
    }
    return 0;
}
