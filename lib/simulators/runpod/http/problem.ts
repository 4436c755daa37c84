import * as z from 'zod';

const titles = {
  400: 'Bad Request',
  401: 'Unauthorized',
  402: 'Payment Required',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  422: 'Unprocessable Entity',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  501: 'Not Implemented',
  503: 'Service Unavailable',
} as const;

export const ProblemReply = z.strictObject({
  title: z.string(),
  status: z.number().int(),
  detail: z.string(),
  errors: z.array(z.string()).optional(),
});

/** An error reply, in the form of RFC 9457. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly status: keyof typeof titles;
  readonly errors: readonly string[];
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: Problem['status'],
    detail: string,
    more: { errors?: readonly string[]; headers?: Readonly<Record<string, string>>; cause?: unknown } = {},
  ) {
    super(detail, more.cause === undefined ? {} : { cause: more.cause });
    this.status = status;
    this.errors = more.errors ?? [];
    this.headers = more.headers ?? {};
  }

  toResponse(): Response {
    const { status, message: detail, errors } = this;
    const body = { title: titles[status], status, detail, ...(errors.length > 0 && { errors }) };
    const headers = { 'Content-Type': 'application/problem+json', ...this.headers };
    return Response.json(ProblemReply.parse(body), { status, headers });
  }
}

/** Reads a value by a schema. @throws Problem naming every invalid field. */
export function read<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const errors = result.error.issues.map(({ path, message }) => `${path.join('.') || 'body'}: ${message}`);
  throw new Problem(422, 'Request validation failed.', { errors });
}
