//===- kernels.c - Kernels written by hand in C ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Register tiles and reductions are written with vectors, plain loops are left
// to clang. exp is 2^n times a polynomial of degree 6.
//
//===----------------------------------------------------------------------===//

#include "kernels.h"

#include <math.h>
#include <string.h>
#ifdef __AVX512VNNI__
#include <immintrin.h>
#endif

enum { kLanes = 16 };
typedef float Floats __attribute__((vector_size(64), aligned(4)));
typedef float Aligned __attribute__((vector_size(64)));
typedef int32_t Ints __attribute__((vector_size(64), aligned(4)));

static Floats fill(float value) { return (Floats){0} + value; }
static Floats load(const float *p) { return *(const Floats *)p; }
static void store(float *p, Floats v) { *(Floats *)p = v; }

static Floats choose(Ints condition, Floats a, Floats b) {
  return (Floats)(((Ints)a & condition) | ((Ints)b & ~condition));
}

static float reduce_sum(Floats v) {
  float sum = 0;
  for (int i = 0; i < kLanes; ++i)
    sum += v[i];
  return sum;
}

float multiply_add(int64_t count) {
  Floats sums[12], x = fill(1.0f), y = fill(0.5f);
  for (int i = 0; i < 12; ++i)
    sums[i] = fill(0.0f);
  for (int64_t n = 0; n < count; ++n)
    for (int i = 0; i < 12; ++i) {
      sums[i] = x * y + sums[i];
      __asm__ volatile("" : "+v"(sums[i]));
    }
  float sum = 0;
  for (int i = 0; i < 12; ++i)
    sum += sums[i][0];
  return sum;
}

int32_t dot_products(int64_t count) {
#ifdef __AVX512VNNI__
  __m512i sums[12], x = _mm512_set1_epi8(1), y = _mm512_set1_epi8(2);
  for (int i = 0; i < 12; ++i)
    sums[i] = _mm512_setzero_si512();
  for (int64_t n = 0; n < count; ++n)
    for (int i = 0; i < 12; ++i) {
      sums[i] = _mm512_dpbusd_epi32(sums[i], x, y);
      __asm__ volatile("" : "+v"(sums[i]));
    }
  int32_t sum = 0;
  for (int i = 0; i < 12; ++i)
    sum += _mm512_cvtsi512_si32(sums[i]);
  return sum;
#else
  return (void)count, 0;
#endif
}

void bias_relu(float *c, const float *bias, int64_t m, int64_t n) {
  for (int64_t i = 0; i < m; ++i)
    for (int64_t j = 0; j < n; ++j) {
      float sum = c[i * n + j] + bias[j];
      c[i * n + j] = sum > 0.0f ? sum : 0.0f;
    }
}

static Floats exp_of_negative(Floats x) {
  x = choose(x > fill(-87.0f), x, fill(-87.0f));
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

float exps(int64_t count) {
  Floats x[4], sums = fill(0.0f);
  for (int i = 0; i < 4; ++i)
    x[i] = fill(-0.25f * i);
  for (int64_t n = 0; n < count; ++n)
    for (int i = 0; i < 4; ++i) {
      __asm__ volatile("" : "+v"(x[i]));
      sums += exp_of_negative(x[i]);
    }
  return reduce_sum(sums);
}

void softmax_rows(const float *x, float *out, int64_t m, int64_t n) {
  for (int64_t i = 0; i < m; ++i, x += n, out += n) {
    int64_t whole = n - n % kLanes;
    Floats maxima = fill(-INFINITY), sums = fill(0.0f);
    for (int64_t j = 0; j < whole; j += kLanes)
      maxima = choose(load(x + j) > maxima, load(x + j), maxima);
    float max = -INFINITY, sum = 0;
    for (int j = 0; j < kLanes; ++j)
      max = maxima[j] > max ? maxima[j] : max;
    for (int64_t j = whole; j < n; ++j)
      max = x[j] > max ? x[j] : max;
    for (int64_t j = 0; j < whole; j += kLanes) {
      Floats value = exp_of_negative(load(x + j) - max);
      sums += value;
      store(out + j, value);
    }
    sum = reduce_sum(sums);
    for (int64_t j = whole; j < n; ++j)
      sum += out[j] = expf(x[j] - max);
    float factor = 1.0f / sum;
    for (int64_t j = 0; j < n; ++j)
      out[j] *= factor;
  }
}

void layer_norm(const float *x, const float *scale, const float *shift,
                float *out, int64_t m, int64_t n) {
  for (int64_t i = 0; i < m; ++i, x += n, out += n) {
    int64_t whole = n - n % (2 * kLanes);
    Floats a = fill(0.0f), b = fill(0.0f);
    for (int64_t j = 0; j < whole; j += 2 * kLanes) {
      a += load(x + j);
      b += load(x + j + kLanes);
    }
    float mean = reduce_sum(a + b);
    for (int64_t j = whole; j < n; ++j)
      mean += x[j];
    mean /= n;
    a = b = fill(0.0f);
    for (int64_t j = 0; j < whole; j += 2 * kLanes) {
      Floats c = load(x + j) - mean, d = load(x + j + kLanes) - mean;
      a += c * c;
      b += d * d;
    }
    float variance = reduce_sum(a + b);
    for (int64_t j = whole; j < n; ++j)
      variance += (x[j] - mean) * (x[j] - mean);
    float factor = 1.0f / sqrtf(variance / n + 1.0e-5f);
    for (int64_t j = 0; j < n; ++j)
      out[j] = (x[j] - mean) * factor * scale[j] + shift[j];
  }
}

void elementwise_six(const float *x, const float *y, float *out, int64_t n) {
  int64_t first = 0;
  // Nontemporal stores: memory that is not in a cache is not read into one
  // before it is overwritten.
  if (n >= 1 << 22 && (uintptr_t)out % 64 == 0)
    for (; first + kLanes <= n; first += kLanes) {
      Floats a = load(x + first), b = load(y + first);
      Floats d = (a + b) * a - b;
      d = choose(d <= fill(0.0f), fill(0.0f), d) * 0.5f + 1.0f;
      __builtin_nontemporal_store(d, (Aligned *)(out + first));
    }
  for (int64_t i = first; i < n; ++i) {
    float d = (x[i] + y[i]) * x[i] - y[i];
    out[i] = (d <= 0.0f ? 0.0f : d) * 0.5f + 1.0f;
  }
}

/// `count` pixels of a row of the result, at most 6, and 64 filters.
static inline void conv_tile(const float *x, const float *filter, float *out,
                             int64_t width, int64_t channels, int64_t filters,
                             int count) {
  Floats sums[6][4];
  for (int p = 0; p < count; ++p)
    for (int v = 0; v < 4; ++v)
      sums[p][v] = fill(0.0f);
  for (int64_t kh = 0; kh < 3; ++kh)
    for (int64_t kw = 0; kw < 3; ++kw) {
      const float *row = x + (kh * width + kw) * channels;
      const float *weights = filter + (kh * 3 + kw) * channels * filters;
      for (int64_t c = 0; c < channels; ++c, weights += filters)
        for (int p = 0; p < count; ++p)
          for (int v = 0; v < 4; ++v)
            sums[p][v] += row[p * channels + c] * load(weights + v * kLanes);
    }
  for (int p = 0; p < count; ++p)
    for (int v = 0; v < 4; ++v)
      store(out + p * filters + v * kLanes, sums[p][v]);
}

void conv_3x3(const float *x, const float *filter, float *out, int64_t h,
              int64_t w, int64_t channels, int64_t filters) {
  for (int64_t f = 0; f < filters; f += 64)
    for (int64_t i = 0; i < h; ++i) {
      int64_t j = 0;
      const float *row = x + i * (w + 2) * channels;
      float *target = out + i * w * filters + f;
      for (; j + 6 <= w; j += 6)
        conv_tile(row + j * channels, filter + f, target + j * filters, w + 2,
                  channels, filters, 6);
      for (; j < w; ++j)
        conv_tile(row + j * channels, filter + f, target + j * filters, w + 2,
                  channels, filters, 1);
    }
}

void depthwise_3x3(const float *x, const float *filter, float *out, int64_t h,
                   int64_t w, int64_t channels) {
  for (int64_t i = 0; i < h; ++i)
    for (int64_t j = 0; j < w; ++j)
      for (int64_t c = 0; c < channels; c += 4 * kLanes) {
        Floats sums[4] = {fill(0.0f), fill(0.0f), fill(0.0f), fill(0.0f)};
        for (int64_t t = 0; t < 9; ++t)
          for (int v = 0; v < 4; ++v)
            sums[v] += load(x + ((i + t / 3) * (w + 2) + j + t % 3) * channels +
                            c + v * kLanes) *
                       load(filter + t * channels + c + v * kLanes);
        for (int v = 0; v < 4; ++v)
          store(out + (i * w + j) * channels + c + v * kLanes, sums[v]);
      }
}

void matmul_i8(const int8_t *a, const int8_t *b, int32_t *c, int64_t m,
               int64_t n, int64_t k) {
  for (int64_t i = 0; i < m; ++i) {
    memset(c + i * n, 0, n * sizeof(*c));
    for (int64_t p = 0; p < k; ++p)
      for (int64_t j = 0; j < n; ++j)
        c[i * n + j] += (int32_t)a[i * k + p] * b[p * n + j];
  }
}

static float widen(uint16_t bits) {
  uint32_t wide = (uint32_t)bits << 16;
  float value;
  memcpy(&value, &wide, sizeof(value));
  return value;
}

void matmul_bf16(const uint16_t *a, const uint16_t *b, float *c, int64_t m,
                 int64_t n, int64_t k) {
  for (int64_t i = 0; i < m; ++i) {
    memset(c + i * n, 0, n * sizeof(*c));
    for (int64_t p = 0; p < k; ++p) {
      float factor = widen(a[i * k + p]);
      for (int64_t j = 0; j < n; ++j)
        c[i * n + j] += factor * widen(b[p * n + j]);
    }
  }
}
