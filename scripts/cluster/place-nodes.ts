import { execFile } from "node:child_process";
import { randomInt } from "node:crypto";
import { promisify } from "node:util";
import type { Account } from "../postgres/choose-account.ts";
import { findFreePort } from "../postgres/find-free-port.ts";

const run = promisify(execFile);

/** Where a node's programs listen. */
type Ports = { postgres: number; patroni: number; etcd: number; etcdPeer: number };

/** One machine of the database, or what stands for it here. */
export type Place = {
  name: string;
  address: string;
  ports: Ports;
  /** What is put before a command to run it there, as the account. */
  enter: string[];
  /** Takes its network away, or gives it back; undefined where all nodes share this machine's. */
  setNetwork?: (isUp: boolean) => Promise<void>;
};

export type Places = { nodes: Place[]; remove: () => Promise<void> };

const NODES = 3;
const USUAL: Ports = { postgres: 5432, patroni: 8008, etcd: 2379, etcdPeer: 2380 };

/** Three places on ports of 127.0.0.1. */
export async function placeOnPorts(): Promise<Places> {
  const nodes: Place[] = [];
  for (let n = 1; n <= NODES; n += 1) {
    const ports = {
      ...{ postgres: await findFreePort(), patroni: await findFreePort() },
      ...{ etcd: await findFreePort(), etcdPeer: await findFreePort() },
    };
    nodes.push({ name: `node-${n}`, address: "127.0.0.1", ports, enter: [] });
  }
  return { nodes, remove: async () => {} };
}

/**
 * Three network namespaces of this machine, each with an address of its own and a cable (veth) to a bridge, so that one
 * can be cut off. Rejects where this user may not make them. Only for what lasts as long as this process.
 */
export async function placeInNamespaces(account: Account | undefined): Promise<Places> {
  // Interfaces have names of 15 letters at most.
  const id = `pay${randomInt(0x1000, 0xffff).toString(16)}`;
  const network = `10.${randomInt(200, 250)}.${randomInt(1, 255)}`;
  const names = Array.from({ length: NODES }, (_, index) => `node-${index + 1}`);
  const ip = async (...args: string[]) => void (await run("ip", args));
  const remove = async () => {
    for (const name of names) await ip("netns", "del", `${id}-${name}`).catch(() => {});
    await ip("link", "del", id).catch(() => {});
  };
  try {
    await ip("link", "add", id, "type", "bridge");
    await ip("addr", "add", `${network}.1/24`, "dev", id);
    await ip("link", "set", id, "up");
    const nodes: Place[] = [];
    for (const [index, name] of names.entries()) {
      const [space, outer, address] = [`${id}-${name}`, `${id}n${index}`, `${network}.${11 + index}`];
      await ip("netns", "add", space);
      await ip("link", "add", outer, "type", "veth", "peer", "name", "eth0", "netns", space);
      await ip("link", "set", outer, "master", id, "up");
      await ip("-n", space, "addr", "add", `${address}/24`, "dev", "eth0");
      for (const device of ["lo", "eth0"]) await ip("-n", space, "link", "set", device, "up");
      const as = account === undefined ? [] : [`--setuid=${account.uid}`, `--setgid=${account.gid}`];
      nodes.push({
        ...{ name, address, ports: USUAL },
        enter: ["nsenter", `--net=/run/netns/${space}`, ...as, "--"],
        setNetwork: (isUp) => ip("link", "set", outer, isUp ? "up" : "down"),
      });
    }
    return { nodes, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}
