/** What a seller is taken to lack for a while, because it refused what others served. */
import { z } from 'zod';
import { instrumentText, timeField, tokens } from './answers';

export const learnedLimitSchema = z
  .object({
    model_id: instrumentText,
    lacks: z.array(z.string()).meta({
      description:
        'What the refused requests needed: `tools`, `json_mode`, `json_schema`, `logprobs`, `n`, `image_input`, `audio_output` and the like; `context_window` if they needed nothing but their length.',
      example: ['tools'],
    }),
    from_tokens: tokens('Requests with these needs and at least this many tokens go to others'),
    until: timeField('When the seller is matched with them again'),
  })
  .meta({ id: 'LearnedLimit' });
