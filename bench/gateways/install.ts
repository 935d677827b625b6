/** `npm run bench:gateways`: installs the other gateways into the cache, so that `npm run bench` can measure them. */
import { terminal } from '../../setup/local/terminal';
import { installLiteLlm } from './litellm';
import { installPortkey } from './portkey';

/** @returns the exit code; a failure does not prevent the installation of the other gateway */
export async function installGateways(): Promise<number> {
  let code = 0;
  for (const [name, install] of [
    ['Portkey', installPortkey],
    ['LiteLLM', installLiteLlm],
  ] as const) {
    try {
      await install((line) => terminal.working(name, line));
      terminal.done(name, 'installed');
    } catch (error) {
      terminal.failure(error);
      code = 1;
    }
  }
  return code;
}
