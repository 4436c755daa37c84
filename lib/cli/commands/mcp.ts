import { once } from 'node:events';
import { Readable, Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { Command } from 'commander';
import { attempt } from '../interrupted.ts';
import { type LedgerFlags, placeOf, withLedgerOptions } from '../ledger-options.ts';
import { settingsToRead } from '../local-settings.ts';
import { userOf } from '../overriding.ts';
import { dataOutput, exitCodes, type Process } from '../process.ts';

type McpFlags = LedgerFlags & { readonly allowWrites?: boolean; readonly by?: string };

/** `spendwatch mcp`: serves the reading commands to a model, over standard input and output. */
export function addMcp(program: Command, self: Process, exit: (code: number) => void): void {
  const command = program
    .command('mcp')
    .summary('serve the ledger to AI assistants over the Model Context Protocol')
    .description('serve the ledger to AI assistants over the Model Context Protocol, on stdin and stdout')
    .option('--allow-writes', 'also offer the tools keep and silence')
    .option('--by <name>', 'the author to record (default: the user name of the system)');
  withLedgerOptions(command)
    .addHelpText(
      'after',
      `
Read-only tools: status, spend, idle, waste, alerts, budgets, forecast, savings, explain.
--allow-writes adds keep and silence. No tool stops, deletes or approves.
An MCP client starts this command itself (docs/mcp.md).

Examples:
  spendwatch mcp
  spendwatch mcp --table ledger --profile costs --allow-writes

Environment: SPENDWATCH_POLICY, and with --table the variables of the AWS tools.
Exit codes: 0 the client disconnected, 2 the command line or the configuration is wrong.`,
    )
    .action(({ allowWrites = false, by, ...flags }: McpFlags) =>
      attempt(self, exit, async () => {
        placeOf(flags, settingsToRead(self.environment));
        const ledger = Object.entries(flags).map(([name, value]) => `--${name}=${value}`);
        const author = by ?? userOf(self) ?? 'mcp';
        const { mcpServer } = await import('../mcp/mcp-server.ts');
        const { StdioServerTransport } = await import('@modelcontextprotocol/sdk/server/stdio.js');
        const input = Readable.from(self.stdin ?? []);
        const server = mcpServer(self, { writes: allowWrites, ledger, author });
        await server.connect(new StdioServerTransport(input, outputTo(dataOutput(self))));
        const left = finished(input, { writable: false });
        await (self.signal.aborted ? left : Promise.race([left, once(self.signal, 'abort')]));
        await server.close();
        return exitCodes.fine;
      }),
    );
}

/** Returns a stream that writes to another and leaves it open. */
const outputTo = (stream: NodeJS.WritableStream): Writable =>
  new Writable({ write: (chunk, _, done) => void stream.write(chunk, () => done()) });
