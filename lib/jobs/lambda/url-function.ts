import { UrlEvent } from '../../config/settings/url-event.ts';

/** A request to a function URL. Header values are by lower-case name. */
export type UrlRequest = {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Uint8Array;
};

type Reply = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

type UrlReply = Omit<Reply, 'status'> & { readonly statusCode: number };

/** Returns the handler of a function URL. */
export const urlFunction =
  (receive: (request: UrlRequest) => Promise<Reply>) =>
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
