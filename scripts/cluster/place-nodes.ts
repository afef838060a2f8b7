import { execFileSync } from "node:child_process";
import { randomInt } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Account } from "../postgres/choose-account.ts";
import { findFreePort } from "../postgres/find-free-port.ts";

/** Where a node's programs listen. */
type Ports = { postgres: number; patroni: number; etcd: number; etcdPeer: number };

/** One machine of the database, or its stand-in here. */
export type Place = {
  name: string;
  address: string;
  ports: Ports;
  /** The prefix that runs a command there, as the account. */
  enter: string[];
  /** Takes its network down or up; undefined if all nodes share this machine's. */
  setNetwork?: (isUp: boolean) => void;
};

export type Places = { nodes: Place[]; remove: () => void };

const NODES = 3;
const USUAL: Ports = { postgres: 5432, patroni: 8008, etcd: 2379, etcdPeer: 2380 };

/**
 * Three places on ports of 127.0.0.1 that are free when the cluster is created. They are kept in `dataDir`, since the
 * members of etcd remember each other's.
 */
export async function placeOnPorts(dataDir: string): Promise<Places> {
  const file = join(dataDir, "ports.json");
  const kept = await readFile(file, "utf8").catch(() => undefined);
  const all = kept === undefined ? await findPorts() : (JSON.parse(kept) as Ports[]);
  if (kept === undefined) await writeFile(file, JSON.stringify(all), { flush: true });
  const nodes = all.map((ports, index) => ({
    name: `node-${index + 1}`,
    address: "127.0.0.1",
    ports,
    enter: [],
  }));
  return { nodes, remove: () => {} };
}

async function findPorts(): Promise<Ports[]> {
  const all: Ports[] = [];
  for (let n = 0; n < NODES; n += 1) {
    all.push({
      postgres: await findFreePort(),
      patroni: await findFreePort(),
      etcd: await findFreePort(),
      etcdPeer: await findFreePort(),
    });
  }
  return all;
}

/** A name for a new network. Interfaces have names of 15 letters at most. */
export const newNetwork = (): string => `pay${randomInt(0x1000, 0xffff).toString(16)}`;

const names = Array.from({ length: NODES }, (_, index) => `node-${index + 1}`);
const ip = (...args: string[]) => void execFileSync("ip", args, { stdio: "pipe" });

/** Removes what placeInNamespaces() created, complete or not. */
export function removeNetwork(id: string): void {
  const undo = (...args: string[]) => {
    try {
      ip(...args);
    } catch {
      // It was not created.
    }
  };
  for (const name of names) undo("netns", "del", `${id}-${name}`);
  undo("link", "del", id);
}

/**
 * Three network namespaces of this machine, each with its own address and a cable (veth) to a bridge, so that one can
 * be cut off; `id` is a newNetwork(). Raises if this user may not create them. They last no longer than this process.
 * It does not await, so that no signal ends this process half-way.
 */
export function placeInNamespaces(account: Account | undefined, id: string): Places {
  const network = `10.${randomInt(200, 250)}.${randomInt(1, 255)}`;
  const remove = () => removeNetwork(id);
  try {
    ip("link", "add", id, "type", "bridge");
    ip("addr", "add", `${network}.1/24`, "dev", id);
    ip("link", "set", id, "up");
    const nodes: Place[] = [];
    for (const [index, name] of names.entries()) {
      const [space, outer, address] = [`${id}-${name}`, `${id}n${index}`, `${network}.${11 + index}`];
      ip("netns", "add", space);
      ip("link", "add", outer, "type", "veth", "peer", "name", "eth0", "netns", space);
      ip("link", "set", outer, "master", id, "up");
      ip("-n", space, "addr", "add", `${address}/24`, "dev", "eth0");
      for (const device of ["lo", "eth0"]) ip("-n", space, "link", "set", device, "up");
      const as = account === undefined ? [] : [`--setuid=${account.uid}`, `--setgid=${account.gid}`];
      nodes.push({
        name,
        address,
        ports: USUAL,
        enter: ["nsenter", `--net=/run/netns/${space}`, ...as, "--"],
        setNetwork: (isUp) => ip("link", "set", outer, isUp ? "up" : "down"),
      });
    }
    return { nodes, remove };
  } catch (error) {
    remove();
    throw error;
  }
}
