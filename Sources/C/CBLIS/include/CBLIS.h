#ifndef C_BLIS_H
#define C_BLIS_H

/// Multiplies matrices row by row: c = a * b + share * c, or with b turned where asked.
///
/// `a` is rows x depth, `b` depth x columns (turned: columns x depth), `c` rows x columns; a step is how
/// many numbers apart rows begin. BLIS's own header declares what contradicts the modules of other headers.
void hyzer_multiply(
    int is_turned, int rows, int columns, int depth, const float *a, int a_step,
    const float *b, int b_step, float share, float *c, int c_step);

#endif
