import { UrlEvent } from '../../config/settings/received-events.ts';
import type { HttpReply, ReceivedRequest } from '../../model/received-request.ts';

type UrlReply = Omit<HttpReply, 'status'> & { readonly statusCode: number };

export const urlFunction =
  (receive: (request: ReceivedRequest) => Promise<HttpReply>) =>
  async (event: unknown): Promise<UrlReply> => {
    const { rawPath, requestContext, headers, body, isBase64Encoded } = UrlEvent.parse(event);
    const { status, ...reply } = await receive({
      method: requestContext.http.method,
      path: rawPath,
      headers,
      body: Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8'),
    });
    return { statusCode: status, ...reply };
  };
