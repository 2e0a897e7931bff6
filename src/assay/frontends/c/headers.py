"""The standard headers that programs include, as small as they can be: the same on every machine."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

FOLDER: Final = "/assay-headers"

_STDDEF: Final = """
#pragma once
typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ptrdiff_t;
typedef __WCHAR_TYPE__ wchar_t;
#define NULL ((void *)0)
#define offsetof(type, member) __builtin_offsetof(type, member)
"""
_STDINT: Final = """
#pragma once
typedef __INT8_TYPE__ int8_t; typedef __INT16_TYPE__ int16_t; typedef __INT32_TYPE__ int32_t;
typedef __INT64_TYPE__ int64_t; typedef __UINT8_TYPE__ uint8_t; typedef __UINT16_TYPE__ uint16_t;
typedef __UINT32_TYPE__ uint32_t; typedef __UINT64_TYPE__ uint64_t; typedef __INTPTR_TYPE__ intptr_t;
typedef __UINTPTR_TYPE__ uintptr_t; typedef __INTMAX_TYPE__ intmax_t; typedef __UINTMAX_TYPE__ uintmax_t;
#define INT8_MAX 127
#define INT16_MAX 32767
#define INT32_MAX 2147483647
#define INT64_MAX 9223372036854775807LL
#define INT8_MIN (-128)
#define INT16_MIN (-32768)
#define INT32_MIN (-2147483647 - 1)
#define INT64_MIN (-9223372036854775807LL - 1)
#define UINT8_MAX 255
#define UINT16_MAX 65535
#define UINT32_MAX 4294967295U
#define UINT64_MAX 18446744073709551615ULL
#define SIZE_MAX __SIZE_MAX__
#define INTPTR_MAX __INTPTR_MAX__
#define INTPTR_MIN (-INTPTR_MAX - 1)
#define UINTPTR_MAX __UINTPTR_MAX__
#define INTMAX_MAX __INTMAX_MAX__
#define INTMAX_MIN (-INTMAX_MAX - 1)
#define UINTMAX_MAX __UINTMAX_MAX__
#define PTRDIFF_MAX __PTRDIFF_MAX__
#define PTRDIFF_MIN (-PTRDIFF_MAX - 1)
#define INT8_C(c) __INT8_C(c)
#define INT16_C(c) __INT16_C(c)
#define INT32_C(c) __INT32_C(c)
#define INT64_C(c) __INT64_C(c)
#define UINT8_C(c) __UINT8_C(c)
#define UINT16_C(c) __UINT16_C(c)
#define UINT32_C(c) __UINT32_C(c)
#define UINT64_C(c) __UINT64_C(c)
#define INTMAX_C(c) __INTMAX_C(c)
#define UINTMAX_C(c) __UINTMAX_C(c)
"""
_LIMITS: Final = """
#pragma once
#define CHAR_BIT 8
#define SCHAR_MIN (-128)
#define SCHAR_MAX 127
#define UCHAR_MAX 255
#define CHAR_MIN SCHAR_MIN
#define CHAR_MAX SCHAR_MAX
#define SHRT_MIN (-32768)
#define SHRT_MAX 32767
#define USHRT_MAX 65535
#define INT_MAX 2147483647
#define INT_MIN (-INT_MAX - 1)
#define UINT_MAX 4294967295U
#define LONG_MAX __LONG_MAX__
#define LONG_MIN (-LONG_MAX - 1L)
#define ULONG_MAX (LONG_MAX * 2UL + 1UL)
#define LLONG_MAX 9223372036854775807LL
#define LLONG_MIN (-LLONG_MAX - 1LL)
#define ULLONG_MAX 18446744073709551615ULL
"""
_STDLIB: Final = """
#pragma once
#include <stddef.h>
#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1
#define RAND_MAX 2147483647
void *malloc(size_t); void *calloc(size_t, size_t); void *realloc(void *, size_t); void free(void *);
void abort(void) __attribute__((noreturn)); void exit(int) __attribute__((noreturn));
int abs(int); long labs(long); long long llabs(long long); int atoi(const char *); long atol(const char *);
long long atoll(const char *); int rand(void); void srand(unsigned); long strtol(const char *, char **, int);
unsigned long strtoul(const char *, char **, int); char *getenv(const char *); int system(const char *);
int atexit(void (*)(void)); void _Exit(int) __attribute__((noreturn)); long random(void); void srandom(unsigned);
void qsort(void *, size_t, size_t, int (*)(const void *, const void *));
void *bsearch(const void *, const void *, size_t, size_t, int (*)(const void *, const void *));
"""
_STRING: Final = """
#pragma once
#include <stddef.h>
void *memcpy(void *, const void *, size_t); void *memmove(void *, const void *, size_t);
void *memset(void *, int, size_t); int memcmp(const void *, const void *, size_t);
size_t strlen(const char *); int strcmp(const char *, const char *); int strncmp(const char *, const char *, size_t);
char *strcpy(char *, const char *); char *strncpy(char *, const char *, size_t); char *strcat(char *, const char *);
char *strchr(const char *, int); char *strdup(const char *); char *strrchr(const char *, int);
void *memchr(const void *, int, size_t); char *strncat(char *, const char *, size_t);
char *strstr(const char *, const char *); size_t strspn(const char *, const char *);
size_t strcspn(const char *, const char *); size_t strnlen(const char *, size_t);
char *strpbrk(const char *, const char *); char *strtok(char *, const char *); char *strndup(const char *, size_t);
char *stpcpy(char *, const char *); void *mempcpy(void *, const void *, size_t); char *strsep(char **, const char *);
void bzero(void *, size_t); void bcopy(const void *, void *, size_t); int bcmp(const void *, const void *, size_t);
int strcasecmp(const char *, const char *); int strncasecmp(const char *, const char *, size_t); int ffs(int);
"""
_STDIO: Final = """
#pragma once
#include <stddef.h>
typedef struct assay_file FILE;
extern FILE *stdin, *stdout, *stderr;
#define EOF (-1)
int printf(const char *, ...); int fprintf(FILE *, const char *, ...); int sprintf(char *, const char *, ...);
int snprintf(char *, size_t, const char *, ...); int puts(const char *); int putchar(int); int getchar(void);
int scanf(const char *, ...); char *fgets(char *, int, FILE *); int fflush(FILE *); int fputs(const char *, FILE *);
"""
_ASSERT: Final = """
void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#undef assert
#ifdef NDEBUG
#define assert(condition) ((void)0)
#else
#define assert(condition) ((condition) ? (void)0 : __assert_fail(#condition, __FILE__, __LINE__, ""))
#endif
"""
_STDARG: Final = """
#pragma once
typedef __builtin_va_list va_list;
#define va_start(list, last) __builtin_va_start(list, last)
#define va_end(list) __builtin_va_end(list)
#define va_arg(list, type) __builtin_va_arg(list, type)
#define va_copy(to, from) __builtin_va_copy(to, from)
"""
_STDBOOL: Final = """
#pragma once
#define bool _Bool
#define true 1
#define false 0
"""
_ALLOCA: Final = "#pragma once\n#define alloca(size) __builtin_alloca(size)\n"
_ERRNO: Final = """
#pragma once
extern int *__errno_location(void);
#define errno (*__errno_location())
#define EPERM 1
#define ENOENT 2
#define EINTR 4
#define EIO 5
#define EAGAIN 11
#define ENOMEM 12
#define EACCES 13
#define EBUSY 16
#define EEXIST 17
#define EINVAL 22
#define EDOM 33
#define ERANGE 34
"""
_CTYPE: Final = """
#pragma once
int isdigit(int); int isalpha(int); int isspace(int); int isalnum(int); int isupper(int); int islower(int);
int isxdigit(int); int ispunct(int); int isprint(int); int isgraph(int); int iscntrl(int); int isblank(int);
int toupper(int); int tolower(int);
"""
_TIME: Final = """
#pragma once
#include <stddef.h>
typedef long time_t;
typedef long clock_t;
time_t time(time_t *); clock_t clock(void);
"""

HEADERS: Final = MappingProxyType(
    {
        f"{FOLDER}/{name}": body
        for name, body in {
            "stddef.h": _STDDEF,
            "stdint.h": _STDINT,
            "inttypes.h": "#include <stdint.h>\n",
            "limits.h": _LIMITS,
            "stdlib.h": _STDLIB,
            "malloc.h": "#include <stdlib.h>\n",
            "string.h": _STRING,
            "strings.h": "#include <string.h>\n",
            "stdio.h": _STDIO,
            "assert.h": _ASSERT,
            "stdarg.h": _STDARG,
            "stdbool.h": _STDBOOL,
            "alloca.h": _ALLOCA,
            "errno.h": _ERRNO,
            "time.h": _TIME,
            "ctype.h": _CTYPE,
        }.items()
    }
)
