/** Sellers of the OpenAI API for chat completions: requests and answers stay as they are. */
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
 * The address of the chat route behind an endpoint: as it is when its path ends in
 * `/chat/completions`, appended to another path, `/v1/chat/completions` when it has none.
 */
function chatUrl(endpointUrl: string): URL {
  const url = new URL(endpointUrl);
  const path = url.pathname.replace(/\/+$/, '');
  if (path === '') url.pathname = '/v1/chat/completions';
  else if (!path.endsWith('/chat/completions')) url.pathname = `${path}/chat/completions`;
  return url;
}

/** Where such an endpoint lists its models. */
function modelsUrl(endpointUrl: string): URL {
  const url = chatUrl(endpointUrl);
  url.pathname = url.pathname.replace(/\/chat\/completions$/, '/models');
  return url;
}
