/* A ring buffer of eight cells: the number of cells in use never leaves its bounds. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

#define CELLS 8

static unsigned head, tail, used;

static void put(void) {
    if (used == CELLS)
        return;
    tail = (tail + 1) % CELLS;
    used++;
}

static void take(void) {
    if (used == 0)
        return;
    head = (head + 1) % CELLS;
    used--;
}

int main(void) {
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int())
            put();
        else
            take();
        if (used > CELLS || head >= CELLS || tail >= CELLS)
            reach_error();
    }
    return 0;
}
