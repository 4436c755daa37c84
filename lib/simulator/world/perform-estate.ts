import { assertNever } from '../../model/assert-never.ts';
import { changeDataCenter, createDataCenter, deleteDataCenter } from './data-centers.ts';
import type { estateEvents, identityEvents } from './events/estate-events.ts';
import { theUser } from './identity/identity.ts';
import {
  addSshKey,
  admitKey,
  createApiKey,
  deleteSshKey,
  deleteUser,
  giveRole,
  revokeApiKey,
  takeRole,
} from './identity/identity-life.ts';
import { createProject, deleteProject, moveProject, openAccount, setUpCard } from './money/account-life.ts';
import type { EventOf } from './world-event.ts';
import type { WorldState } from './world-state.ts';

type Kind = (typeof estateEvents | typeof identityEvents)[number]['shape']['kind']['value'];

/** Performs events of accounts, projects, data centers, and their users. */
export function performEstate(
  state: WorldState,
  event: EventOf<Kind | 'open-account' | 'create-project'>,
): void {
  switch (event.kind) {
    case 'open-account':
      openAccount(state, event);
      break;
    case 'set-up-card':
      setUpCard(state, event);
      break;
    case 'create-project':
      createProject(state, event);
      break;
    case 'move-project':
      moveProject(state, event);
      break;
    case 'delete-project':
      deleteProject(state, event);
      break;
    case 'create-data-center':
      createDataCenter(state, event);
      break;
    case 'change-data-center':
      changeDataCenter(state, event);
      break;
    case 'delete-data-center':
      deleteDataCenter(state, event);
      break;
    case 'admit-key':
      admitKey(state, event);
      break;
    case 'create-api-key':
      createApiKey(state, event);
      break;
    case 'revoke-api-key':
      revokeApiKey(state, event);
      break;
    case 'delete-user':
      deleteUser(state, event);
      break;
    case 'begin-verification':
      theUser(state.identity, event.user).verifications += 1;
      break;
    case 'give-role':
      giveRole(state, event);
      break;
    case 'take-role':
      takeRole(state, event);
      break;
    case 'add-ssh-key':
      addSshKey(state, event);
      break;
    case 'delete-ssh-key':
      deleteSshKey(state, event);
      break;
    default:
      assertNever(event);
  }
}
