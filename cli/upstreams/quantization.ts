/** Number formats of weights, by the names of GGUF files, of PyTorch and of quantizers. */
import type { Quantization } from '../../domain/declared-models';

/** In this order: `Q4_K_M`, `MXFP4`, `bfloat16` and the like. */
const FORMATS: readonly (readonly [RegExp, Quantization])[] = [
  [/mxfp4|nvfp4|fp4/i, 'fp4'],
  [/fp6/i, 'fp6'],
  [/fp8/i, 'fp8'],
  [/bf16|bfloat16/i, 'bf16'],
  [/awq|gptq|int4|\bi?q4[_0k]|w4a/i, 'int4'],
  [/int8|\bq8_|w8a8/i, 'int8'],
  [/\bf16\b|fp16|\bfloat16|\bhalf\b/i, 'fp16'],
  [/\bf32\b|fp32|\bfloat32/i, 'fp32'],
];

/** Null when it is not said; `unknown` for formats without a name here, such as `Q5_K_M`. */
export function quantizationOf(said: unknown): Quantization | null {
  if (typeof said !== 'string' || said === '' || said === 'auto') return null;
  const known = FORMATS.find(([pattern]) => pattern.test(said));
  if (known) return known[1];
  return /\b(?:i?q[1-8]|tq\d)[_0-9k]/i.test(said) ? 'unknown' : null;
}
