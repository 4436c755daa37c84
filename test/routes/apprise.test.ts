import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { poster } from '../../lib/routes/post.ts';
import { aMessage, anIdleNotification, morning } from '../notify/messages/a-message.ts';
import { markedKey } from '../support/api-key.ts';
import { answer, rudeService } from '../support/rude-service.ts';
import { pagerDutyNotifier } from './opened.ts';

const run = promisify(execFile);
/** Apprise of Debian, which posts to PagerDuty in its own way. */
const apprise = '/usr/lib/python3/dist-packages/apprise/plugins/NotifyPagerDuty.py';

/** Makes Apprise post to a local server, and returns the JSON. */
const program = `
import json, sys
from apprise import Apprise
from apprise.plugins import NotifyPagerDuty as plugin
module = sys.modules[plugin.__module__] if hasattr(plugin, '__module__') else plugin
given = json.loads(sys.argv[2])
module.PAGERDUTY_API_LOOKUP['us'] = sys.argv[1]
sent = Apprise.instantiate(dict(given['terms'], schema='pagerduty'), suppress_exceptions=False)
sys.exit(0 if sent.notify(body=given['body']) else 1)
`;

// Its plug-in for Teams makes cards of the earlier form, which workflows refuse.
it.skipIf(!existsSync(apprise))(
  'an incident is triggered with the fields that Apprise uses, each of the same value (skipped without Debian’s apprise)',
  async () => {
    const { url, received } = await rudeService((response) =>
      answer(response, 202, { status: 'success', message: 'Event processed', dedup_key: 'x' }),
    );
    const key = markedKey('integration');
    const clock = { now: () => morning, sleep: async () => {} };
    await pagerDutyNotifier({
      route: 'pagerduty',
      key: async () => key,
      url,
      post: poster(clock),
      zone: 'UTC',
      dashboard: 'https://spend.example.com',
    }).send(aMessage(anIdleNotification()));
    const ours = JSON.parse(received[0]?.body ?? '');
    const { summary, source, severity, component, group, class: class_id, custom_details } = ours.payload;
    const terms = {
      integrationkey: key,
      apikey: 'unused',
      source,
      component,
      group,
      class_id,
      severity,
      click: ours.links[0].href,
      details: { rule: custom_details.rule, because: custom_details.because },
      include_image: false,
    };
    await run('/usr/bin/python3', ['-c', program, url, JSON.stringify({ terms, body: summary })]);
    const { client: _, ...theirs } = JSON.parse(received[1]?.body ?? '');
    expect(Object.keys(theirs).toSorted()).toEqual(['event_action', 'links', 'payload', 'routing_key']);
    expect({ ...ours, links: ours.links.slice(0, 1) }).toMatchObject(theirs);
    expect(received[0]?.headers['content-type']).toBe(received[1]?.headers['content-type']);
  },
);
