//===- softmax-rows.c - Softmax and multiply-adds in C --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Vectors are written by hand. exp is 2^n times a polynomial of degree 6, which
// is right to about two units in the last place.
//
//===----------------------------------------------------------------------===//

#include "softmax-rows.h"

#include <math.h>

enum { kLanes = 16 };
typedef float Floats __attribute__((vector_size(64), aligned(4)));
typedef int32_t Ints __attribute__((vector_size(64)));

static Floats fill(float value) { return (Floats){0} + value; }

static Floats choose(Ints condition, Floats a, Floats b) {
  return (Floats)(((Ints)a & condition) | ((Ints)b & ~condition));
}

static Floats getMax(Floats a, Floats b) { return choose(a > b, a, b); }

/// exp of numbers up to 0.
static Floats getExp(Floats x) {
  x = getMax(x, fill(-87.0f));
  // Adding and subtracting 1.5 * 2^23 rounds to a whole number.
  const Floats magic = fill(12582912.0f);
  Floats shifted = x * 1.44269504f + magic;
  Floats whole = shifted - magic;
  Floats r = x - whole * 0.693359375f;
  r = r - whole * -2.12194440e-4f;
  Floats y = fill(1.9875691500e-4f);
  y = y * r + 1.3981999507e-3f;
  y = y * r + 8.3334519073e-3f;
  y = y * r + 4.1665795894e-2f;
  y = y * r + 1.6666665459e-1f;
  y = y * r + 5.0000001201e-1f;
  y = y * (r * r) + r + 1.0f;
  Ints exponent = ((Ints)shifted - (Ints)magic) << 23;
  return (Floats)((Ints)y + exponent);
}

static float reduceMax(Floats v) {
  float max = v[0];
  for (int i = 1; i < kLanes; ++i)
    max = v[i] > max ? v[i] : max;
  return max;
}

static float reduceSum(Floats v) {
  float sum = 0;
  for (int i = 0; i < kLanes; ++i)
    sum += v[i];
  return sum;
}

static void softmaxRow(float *row, int64_t size) {
  int64_t whole = size - size % kLanes;
  Floats maxima = fill(-INFINITY);
  for (int64_t j = 0; j < whole; j += kLanes)
    maxima = getMax(maxima, *(Floats *)(row + j));
  float max = reduceMax(maxima);
  for (int64_t j = whole; j < size; ++j)
    max = row[j] > max ? row[j] : max;
  Floats sums = fill(0.0f);
  for (int64_t j = 0; j < whole; j += kLanes) {
    Floats *place = (Floats *)(row + j);
    *place = getExp(*place - max);
    sums += *place;
  }
  float sum = reduceSum(sums);
  for (int64_t j = whole; j < size; ++j)
    sum += row[j] = expf(row[j] - max);
  float factor = 1.0f / sum;
  for (int64_t j = 0; j < size; ++j)
    row[j] *= factor;
}

void softmaxRows(float *rows, int64_t numRows, int64_t size) {
  for (int64_t i = 0; i < numRows; ++i)
    softmaxRow(rows + i * size, size);
}

float multiplyAdd(int64_t count) {
  enum { kChains = 12 };
  Floats chains[kChains];
  Floats factor = fill(0.999f), term = fill(0.001f);
  for (int i = 0; i < kChains; ++i)
    chains[i] = fill((float)i);
  for (int64_t step = 0; step < count; ++step) {
#pragma clang loop unroll(full)
    for (int i = 0; i < kChains; ++i)
      chains[i] = chains[i] * factor + term;
  }
  Floats sum = fill(0.0f);
  for (int i = 0; i < kChains; ++i)
    sum += chains[i];
  return reduceSum(sum);
}
