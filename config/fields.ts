/** Kinds of values that many settings have. */
import { z } from 'zod';

export const port = (value: number) => z.coerce.number().int().min(0).max(65_535).default(value);
export const milliseconds = (value: number) => z.coerce.number().int().positive().default(value);
export const count = (value: number) => z.coerce.number().int().positive().default(value);
export const optionalCount = () => z.coerce.number().int().positive().optional();
