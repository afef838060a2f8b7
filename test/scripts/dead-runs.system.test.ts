import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { endDeadRuns, noteRun } from "../../scripts/cluster/dead-runs.ts";
import { newNetwork, removeNetwork } from "../../scripts/cluster/place-nodes.ts";
import { eventually } from "../helpers/eventually.ts";

const module = fileURLToPath(new URL("../../scripts/cluster/dead-runs.ts", import.meta.url));
const starter = fileURLToPath(new URL("../../scripts/cluster/start-program.ts", import.meta.url));

/** Starts a process that notes a run, starts a program of it, and does not end by itself. Returns the program's id. */
async function startRun(notes: string, run: { dataDir: string; network: string }) {
  mkdirSync(join(run.dataDir, "node-1"), { recursive: true });
  const script = `
    const { noteRun } = await import(${JSON.stringify(module)});
    const { startProgram } = await import(${JSON.stringify(starter)});
    noteRun(${JSON.stringify(run)}, ${JSON.stringify(notes)});
    const folder = ${JSON.stringify(join(run.dataDir, "node-1"))};
    const program = startProgram({ name: "sleep", folder, command: "sleep", args: ["600"] });
    console.log(program.pid);
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = (await once(child.stdout, "data")) as [Buffer];
  return { child, program: Number(line.toString()) };
}

/** A process that has ended and that nobody has asked about yet counts as gone. */
const runs = (pid: number) => {
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
};

/** Whether this user may make networks, of which one is then there. */
function makeNetwork(name: string): boolean {
  try {
    execFileSync("ip", ["link", "add", name, "type", "bridge"], { stdio: "pipe" });
    execFileSync("ip", ["netns", "add", `${name}-node-2`], { stdio: "pipe" });
    return true;
  } catch {
    console.log("That the network of a dead run is removed is not tested: this user may not make one.");
    return false;
  }
}

test("what a killed run left is ended and removed, and what belongs to a living one is left alone", async () => {
  const root = await mkdtemp(join(tmpdir(), "payments-dead-runs-"));
  const notes = join(root, "notes");
  mkdirSync(notes);
  const [killed, living] = [newNetwork(), newNetwork()].map((network, index) => ({
    network,
    dataDir: join(root, `run-${index}`),
  })) as [Parameters<typeof noteRun>[0], Parameters<typeof noteRun>[0]];
  const hasNetwork = makeNetwork(killed.network);
  const [first, second] = [await startRun(notes, killed), await startRun(notes, living)];
  try {
    first.child.kill("SIGKILL");
    await once(first.child, "exit");
    expect(runs(first.program)).toBe(true);

    endDeadRuns(notes);
    await eventually(() => expect(runs(first.program)).toBe(false));
    expect(existsSync(killed.dataDir)).toBe(false);
    if (hasNetwork) {
      expect(existsSync(`/run/netns/${killed.network}-node-2`)).toBe(false);
      expect(existsSync(`/sys/class/net/${killed.network}`)).toBe(false);
    }
    expect([runs(second.program), existsSync(living.dataDir), readdirSync(notes).length]).toEqual([
      true,
      true,
      1,
    ]);

    // A later process has the id of the one that was killed, which is told by when it started.
    const [note] = readdirSync(notes).map((name) => join(notes, name));
    const noted = JSON.parse(readFileSync(note!, "utf8")) as object;
    writeFileSync(note!, JSON.stringify({ ...noted, pid: process.pid }));
    // Half a note, of one that was killed before it made anything.
    writeFileSync(join(notes, "half.json"), '{"pid":');
    endDeadRuns(notes);
    await eventually(() => expect(runs(second.program)).toBe(false));
    expect([existsSync(living.dataDir), readdirSync(notes)]).toEqual([false, []]);
    const forget = noteRun(living, notes);
    endDeadRuns(notes);
    expect(readdirSync(notes)).toHaveLength(1);
    forget();
    expect(readdirSync(notes)).toEqual([]);
  } finally {
    first.child.kill("SIGKILL");
    second.child.kill("SIGKILL");
    for (const pid of [first.program, second.program].filter(runs)) process.kill(pid, "SIGKILL");
    removeNetwork(killed.network);
    await rm(root, { recursive: true, force: true });
  }
});

test("a note has its name once it is whole, so that nobody takes that of a living run for half a note", async () => {
  const notes = await mkdtemp(join(tmpdir(), "payments-dead-runs-"));
  try {
    const script = `
      const { noteRun } = await import(${JSON.stringify(module)});
      noteRun({ dataDir: "/nowhere", network: "none" }, ${JSON.stringify(notes)});`;
    // It may open files, and write none.
    const child = spawn(
      "sh",
      ["-c", 'ulimit -f 0; exec "$0" --input-type=module -e "$1"', process.execPath, script],
      {
        stdio: "ignore",
      },
    );
    const [code] = (await once(child, "exit")) as [number | null];
    expect(code).not.toBe(0);
    const begun = readdirSync(notes);
    expect(begun).toHaveLength(1);
    endDeadRuns(notes);
    expect(readdirSync(notes)).toEqual(begun);
  } finally {
    await rm(notes, { recursive: true, force: true });
  }
});
