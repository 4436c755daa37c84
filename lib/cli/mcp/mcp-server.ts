import { randomUUID } from 'node:crypto';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import * as z from 'zod';
import { withoutKeys } from '../../config/settings/may-be-key.ts';
import type { Process } from '../process.ts';
import { version } from '../version.ts';
import { callTool } from './call-tool.ts';
import { clean, fenced } from './fence.ts';
import { readTools, type Tool, writeTools } from './tools.ts';

export type McpOptions = {
  /** True to offer the tools that write. */
  readonly writes: boolean;
  /** The options that locate the ledger. */
  readonly ledger: readonly string[];
  /** The author of the overrides. */
  readonly author: string;
};

const instructions = `Reads what spendwatch knows of spend and machines on a compute cloud. Amounts are exact decimals in USD, rates are USD an hour, times are RFC 3339. "unknown" and "suspect" are not idle, and what remarks and coverage say is missing is not zero. A stopped VM is billed in full until it is deleted. No tool stops, deletes or approves anything: people do that with the command line.`;

/** Returns the server of the Model Context Protocol, with a tool for each reading command. */
export function mcpServer(self: Process, { writes, ledger, author }: McpOptions): McpServer {
  const server = new McpServer({ name: 'spendwatch', version: version() }, { instructions });
  // The folder of a ledger has one reader at a time.
  let before: Promise<unknown> = Promise.resolve();
  const add = (tool: Tool, more: readonly string[], isReading: boolean) =>
    server.registerTool(
      tool.name,
      {
        description: tool.about,
        inputSchema: z.strictObject(tool.input),
        outputSchema: z.object({ ...tool.output, remarks: z.array(z.string()) }),
        annotations: {
          readOnlyHint: isReading,
          destructiveHint: false,
          idempotentHint: isReading,
          openWorldHint: false,
        },
      },
      (given) => {
        const answer = before.then(() => callTool(self, tool, given, [...ledger, ...more]));
        before = answer.catch(() => {});
        return answer.then(resultOf);
      },
    );
  for (const tool of readTools) add(tool, [], true);
  if (writes) for (const tool of writeTools) add(tool, ['--yes', `--by=${author}`], false);
  return server;
}

function resultOf(answer: Awaited<ReturnType<typeof callTool>>) {
  const text = (data: unknown) => [{ type: 'text' as const, text: fenced(data, randomUUID()) }];
  if (answer.kind === 'failed')
    return { isError: true, content: text({ because: withoutKeys(answer.because) }) };
  const structuredContent = Object(clean(answer.result));
  return { structuredContent, content: text(structuredContent) };
}
