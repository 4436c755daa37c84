import type { ServerResponse } from 'node:http';
import type { Instant } from '../../../lib/model/time/time.ts';
import { type Received, rudeService } from '../../support/rude-service.ts';

/** A reply of the simulator, on its way to the client. */
export type GateReply = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

/** What happens to a request between the client and the simulator. */
export type Gate = {
  /** Answers in place of the simulator, which then never sees the request; `null` to forward it. */
  readonly before?: (request: Received, response: ServerResponse) => GateReply | 'broken off' | null;
  /** Changes a reply of the simulator, after the request was carried out. */
  readonly after?: (reply: GateReply, request: Received) => GateReply | 'broken off';
};

/**
 * Serves a simulator through a real server in front of it, which can change what passes; closed after the test. What it
 * answers itself has the date of the simulator, or none where it sets an empty one.
 */
export async function aGate(url: string, now: () => Instant) {
  let gate: Gate = {};
  const pass = async (request: Received, response: ServerResponse): Promise<GateReply | 'broken off'> => {
    const instead = gate.before?.(request, response) ?? null;
    if (instead !== null) return instead;
    const { authorization, 'content-type': type } = request.headers;
    const reply = await fetch(`${url}${request.path}${request.search}`, {
      method: request.method,
      headers: {
        ...(typeof authorization === 'string' && { authorization }),
        ...(typeof type === 'string' && { 'content-type': type }),
      },
      ...(request.body !== '' && { body: request.body }),
    });
    const { 'content-encoding': _, 'content-length': __, ...headers } = Object.fromEntries(reply.headers);
    const whole = { status: reply.status, headers, body: await reply.text() };
    return gate.after?.(whole, request) ?? whole;
  };
  const { url: served, received } = await rudeService((response, request) => {
    void pass(request, response).then((reply) => {
      if (reply === 'broken off') return void response.socket?.resetAndDestroy();
      const { date = new Date(now()).toUTCString(), ...headers } = reply.headers;
      response.sendDate = false;
      response.writeHead(reply.status, { ...headers, ...(date !== '' && { date }) }).end(reply.body);
    });
  });
  return {
    url: served,
    received,
    set: (next: Gate) => {
      gate = next;
    },
  };
}
