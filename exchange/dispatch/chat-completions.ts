/** Sellers of the OpenAI chat completions API: requests and answers stay unchanged. */
import { bodyForSeller } from '../../domain/seller-body';
import { EventReader } from './events';
import type { SellerProtocol } from './protocol';

export const chatCompletions: SellerProtocol = {
  hasPath: () => true,
  requestUrl: chatUrl,
  healthUrl: modelsUrl,
  headers: {},
  requestBody: bodyForSeller,
  completionOf: (answer) => answer,
  chunkReader: () => new EventReader(),
};

/**
 * The chat route's URL of an endpoint: unchanged when its path ends in `/chat/completions`,
 * appended to any other path, `/v1/chat/completions` when it has no path.
 */
function chatUrl(endpointUrl: string): URL {
  const url = new URL(endpointUrl);
  const path = url.pathname.replace(/\/+$/, '');
  if (path === '') url.pathname = '/v1/chat/completions';
  else if (!path.endsWith('/chat/completions')) url.pathname = `${path}/chat/completions`;
  return url;
}

/** The URL at which the endpoint lists its models. */
function modelsUrl(endpointUrl: string): URL {
  const url = chatUrl(endpointUrl);
  url.pathname = url.pathname.replace(/\/chat\/completions$/, '/models');
  return url;
}
