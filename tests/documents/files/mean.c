extern int samples(void);
extern int sample(int number);

int main(void) {
    int count = samples();
    if (count < 0)
        return 1;
    int sum = 0;
    for (int i = 0; i < count; i++) {
        int value = sample(i);
        if (value >= 0 && value < 1000 && sum < 1000000)
            sum += value;
    }
    return sum / count == 7;
}
