#include "CBLIS.h"

#include <blis-serial/cblas.h>

void hyzer_multiply(
    int is_turned, int rows, int columns, int depth, const float *a, int a_step,
    const float *b, int b_step, float share, float *c, int c_step) {
  cblas_sgemm(
      CblasRowMajor, CblasNoTrans, is_turned ? CblasTrans : CblasNoTrans, rows, columns, depth,
      1, a, a_step, b, b_step, share, c, c_step);
}
