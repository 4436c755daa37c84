import { changeCluster, createCluster, deleteCluster } from './compute/cluster-life.ts';
import { changeClusterMachine, deleteClusterMachine } from './compute/cluster-machines.ts';
import {
  changeMachine,
  createMachine,
  deleteMachine,
  deployOs,
  putMachineInState,
} from './compute/machine-life.ts';
import {
  commitVm,
  createVm,
  putVmInState,
  rebootVm,
  resizeDisk,
  resizeVm,
  setExpiry,
  setMetadata,
  setWorkload,
  startVm,
  stopVm,
  terminateVm,
} from './compute/vm-life.ts';
import { changeDataCenter, createDataCenter, deleteDataCenter } from './data-centers.ts';
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
import {
  createProject,
  declineCards,
  deleteProject,
  moveProject,
  openAccount,
  setUpCard,
} from './money/account-life.ts';
import {
  changeSecurityGroup,
  createNetwork,
  createSecurityGroup,
  deleteNetwork,
  deleteSecurityGroup,
  startNetwork,
  stopNetwork,
} from './network-life.ts';
import { attachDisk, createDisk, deleteDisk, detachDisk } from './storage/disk-life.ts';
import { createImage, deleteImage, describeImage } from './storage/image-life.ts';
import {
  changeVolume,
  createBucket,
  createVolume,
  deleteBucket,
  deleteVolume,
  fillBucket,
} from './storage/volume-life.ts';
import type { EventOf, WorldEvent } from './world-event.ts';
import { theAccount, type WorldState } from './world-state.ts';

type Kind = WorldEvent['kind'];
type Events = { readonly [K in Kind]: EventOf<K> };

/** The functions that apply each kind of event. */
const performers: { readonly [K in Kind]: (state: WorldState, event: Events[K]) => void } = {
  'add-credit': (state, event) => {
    theAccount(state, event.account).payments.push({ at: state.at, amount: event.amount });
  },
  'suspend-account': (state, event) => {
    theAccount(state, event.account).suspended = event.reason;
  },
  'decline-cards': declineCards,
  'reinstate-account': (state, event) => {
    theAccount(state, event.account).suspended = null;
  },
  'create-vm': createVm,
  'start-vm': startVm,
  'stop-vm': stopVm,
  'reboot-vm': rebootVm,
  'terminate-vm': terminateVm,
  'commit-vm': commitVm,
  'resize-vm': resizeVm,
  'set-expiry': setExpiry,
  'set-workload': setWorkload,
  'set-metadata': setMetadata,
  'enter-state': putVmInState,
  'create-machine': createMachine,
  'set-power': changeMachine,
  'change-machine': changeMachine,
  'deploy-os': deployOs,
  'enter-machine-state': putMachineInState,
  'delete-machine': deleteMachine,
  'create-cluster': createCluster,
  'change-cluster': changeCluster,
  'change-cluster-machine': changeClusterMachine,
  'delete-cluster-machine': deleteClusterMachine,
  'delete-cluster': deleteCluster,
  'create-volume': createVolume,
  'change-volume': changeVolume,
  'delete-volume': deleteVolume,
  'create-disk': createDisk,
  'attach-disk': attachDisk,
  'detach-disk': detachDisk,
  'delete-disk': deleteDisk,
  'resize-disk': resizeDisk,
  'create-bucket': createBucket,
  'fill-bucket': fillBucket,
  'delete-bucket': deleteBucket,
  'create-image': createImage,
  'describe-image': describeImage,
  'delete-image': deleteImage,
  'create-network': createNetwork,
  'start-network': startNetwork,
  'stop-network': stopNetwork,
  'delete-network': deleteNetwork,
  'create-security-group': createSecurityGroup,
  'change-security-group': changeSecurityGroup,
  'delete-security-group': deleteSecurityGroup,
  'open-account': openAccount,
  'set-up-card': setUpCard,
  'create-project': createProject,
  'move-project': moveProject,
  'delete-project': deleteProject,
  'create-data-center': createDataCenter,
  'change-data-center': changeDataCenter,
  'delete-data-center': deleteDataCenter,
  'admit-key': admitKey,
  'create-api-key': createApiKey,
  'revoke-api-key': revokeApiKey,
  'delete-user': deleteUser,
  'begin-verification': (state, event) => {
    theUser(state.identity, event.user).verifications += 1;
  },
  'give-role': giveRole,
  'take-role': takeRole,
  'add-ssh-key': addSshKey,
  'delete-ssh-key': deleteSshKey,
};

/**
 * Performs one event at the world's present instant. @throws Refusal when it is impossible; then nothing has changed.
 */
export const perform = (state: WorldState, event: WorldEvent): void => performAs(state, event.kind, event);

const performAs = <K extends Kind>(state: WorldState, kind: K, event: Events[K]): void =>
  performers[kind](state, event);
