import { policySchema } from '../config/policy/policy-schema.ts';
import { settingsPage } from '../config/written/settings-page.ts';
import { settingsSchema } from '../config/written/settings-schema.ts';
import { eventsSchema } from '../routes/events/event-schema.ts';
import { routes } from '../simulators/compute/http/routes.ts';
import { openApiDocument } from '../simulators/compute/openapi/document.ts';

const isSimulated = (id: string): boolean => Object.hasOwn(routes, id);

function openApi(): string {
  const servers = [{ url: '{baseUrl}', variables: { baseUrl: { default: 'https://api.example.com' } } }];
  return `${inLines(openApiDocument({ servers, isSimulated }), 3)}\n`;
}

/** Formats JSON with a line for each operation and record, so that changes are easy to review. */
function inLines(value: object, depth: number, indent = ''): string {
  const deeper = `${indent}  `;
  const members = Object.entries(value).map(([name, member]: [string, unknown]) => {
    const isOpen = depth > 1 && typeof member === 'object' && member !== null && !Array.isArray(member);
    return `${deeper}${JSON.stringify(name)}: ${isOpen ? inLines(member, depth - 1, deeper) : JSON.stringify(member)}`;
  });
  return members.length === 0 ? '{}' : `{\n${members.join(',\n')}\n${indent}}`;
}

/** The generated documents, by their path in the repository. */
export const documents: ReadonlyMap<string, () => string> = new Map([
  ['docs/openapi.json', openApi],
  ['docs/events-schema.json', () => `${inLines(eventsSchema(), 4)}\n`],
  ['docs/policy-schema.json', () => `${inLines(policySchema(), 7)}\n`],
  ['docs/settings-schema.json', () => `${inLines(settingsSchema(), 5)}\n`],
  ['docs/settings.md', settingsPage],
]);
