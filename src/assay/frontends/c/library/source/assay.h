/* What the models of the C library are written with.

   `__assay_name` is the model of the function `name`; a call of it, also one from another model, reads a copy of its own,
   so that what one call points to is not mixed with what another does.  Variables outside of functions are the state of
   the library, and shared.  A model does what glibc does where the standard leaves no choice, and everything that the
   standard allows where it does; undefined behaviour of the caller is undefined behaviour of the model. */
#pragma once
typedef __SIZE_TYPE__ assay_size;
typedef __PTRDIFF_TYPE__ assay_difference;

/* Any value: up to the library, such as how far from zero strcasecmp is. */
extern int __assay_any(void);
extern long __assay_any_long(void);
/* Any value: up to the surroundings, such as what somebody types, a file holds or a clock shows. */
extern int __assay_input(void);
extern unsigned char __assay_byte(void);
extern long __assay_input_long(void);
/* Only runs in which the condition holds are meant. */
extern void __assay_assume(int condition);
/* The model does not go on here: no proof covers such a run. */
extern void __assay_too_many(void);
/* No harness can hand over what comes now: a run that gets here is not confirmed. */
extern void __assay_not_handed(void);
/* The place of errno. */
extern int *__assay_errno(void);
/* Ends the program at once. */
extern void __assay__Exit(int code);
