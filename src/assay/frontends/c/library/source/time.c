/* <time.h> and <sys/time.h>: a clock shows anything, and how it is broken down is up to the library. */
#pragma once
#include "assay.h"

static long __assay_time(long *result) {
  long now = __assay_input_long();
  if (result) *result = now;
  return now;
}
struct assay_time { long seconds, rest; };
static int __assay_gettimeofday(struct assay_time *now, void *zone) {
  long rest = __assay_input_long();
  __assay_assume(rest >= 0 && rest < 1000000);
  now->seconds = __assay_input_long();
  now->rest = rest;
  return 0;
}
static int __assay_clock_gettime(int clock, struct assay_time *now) {
  long rest = __assay_input_long();
  if (rest < 0) return -1;
  __assay_assume(rest < 1000000000);
  now->seconds = __assay_input_long();
  now->rest = rest;
  return 0;
}
static int __assay_clock_getres(int clock, struct assay_time *result) {
  return result ? __assay_clock_gettime(clock, result) : (__assay_input() ? -1 : 0);
}
/* Interrupted, it says how much is left, which is at most what was asked for. */
static int __assay_nanosleep(const struct assay_time *wanted, struct assay_time *left) {
  long seconds = __assay_input_long(), rest;
  if (seconds < 0) return 0;
  rest = __assay_input_long();
  __assay_assume(rest >= 0 && rest < 1000000000);
  __assay_assume(seconds < wanted->seconds || (seconds == wanted->seconds && rest <= wanted->rest));
  if (left) {
    left->seconds = seconds;
    left->rest = rest;
  }
  return -1;
}

struct assay_date { int second, minute, hour, day, month, year, weekday, day_of_year, summer; long east; const char *zone; };
static struct assay_date assay_today;
static struct assay_date *__assay_gmtime_r(const long *when, struct assay_date *date) {
  if (__assay_any()) return (struct assay_date *)0;
  date->second = __assay_any();
  date->minute = __assay_any();
  date->hour = __assay_any();
  date->day = __assay_any();
  date->month = __assay_any();
  date->year = __assay_any();
  date->weekday = __assay_any();
  date->day_of_year = __assay_any();
  date->summer = __assay_any();
  date->east = __assay_any_long();
  date->zone = "UTC";
  __assay_assume(date->second >= 0 && date->second <= 60 && date->minute >= 0 && date->minute <= 59);
  __assay_assume(date->hour >= 0 && date->hour <= 23 && date->day >= 1 && date->day <= 31);
  __assay_assume(date->month >= 0 && date->month <= 11 && date->weekday >= 0 && date->weekday <= 6);
  __assay_assume(date->day_of_year >= 0 && date->day_of_year <= 365 && date->summer >= -1 && date->summer <= 1);
  return date;
}
static struct assay_date *__assay_localtime_r(const long *when, struct assay_date *date) {
  return __assay_gmtime_r(when, date);
}
static struct assay_date *__assay_gmtime(const long *when) { return __assay_gmtime_r(when, &assay_today); }
static struct assay_date *__assay_localtime(const long *when) { return __assay_gmtime_r(when, &assay_today); }
