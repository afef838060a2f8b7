import { createHash, createHmac, pbkdf2Sync, randomBytes } from "node:crypto";
import pg from "pg";
import { connectClient } from "../../sql/process/connections/connect-client.ts";
import { createRoles, RolesMissing } from "../../sql/install/create-roles.ts";
import { roleNames } from "../../sql/install/role-names.ts";
import { optionalRoles, roles, type Role } from "../../sql/install/rights.ts";

type RoleUrls = Record<Role, string>;

type Opened = {
  /** Whether the database has its roles; without them it must be migrated without. */
  exist: boolean;
  /** The URL of each role's login; the given URL for all if they cannot log in. */
  urls: RoleUrls;
  /** Why they cannot; undefined if they can. */
  problem?: string;
};

type Options = {
  /** The URL of a user who may create roles; otherwise everything runs as this user. */
  url: string;
  /** The source of the roles' passwords: each start with the same key derives the same ones, and nothing is stored. */
  secret: string;
  /** Whether only we use the server. On others, existing roles keep their passwords. */
  isOurs: boolean;
};

/** Creates the roles of a database if possible, for processes that this one starts, and lets them log in. */
export async function openRoles({ url, secret, isOurs }: Options): Promise<Opened> {
  const asOwner = Object.fromEntries(roles.map((role) => [role, url])) as RoleUrls;
  const client = await connectClient(url);
  try {
    await client.query("begin");
    const created = await createRoles(client);
    const names = roleNames(client.database!);
    for (const name of isOurs ? Object.values(names) : created) {
      const verifier = scramVerifier(passwordOf(name, secret));
      await client.query(
        `alter role ${client.escapeIdentifier(name)} password ${client.escapeLiteral(verifier)}`,
      );
    }
    await client.query("commit");
    const urls = Object.fromEntries(
      roles.map((role) => [role, withLogin(url, names[role], passwordOf(names[role], secret))]),
    ) as RoleUrls;
    for (const role of roles.filter((one) => !optionalRoles.includes(one))) {
      if (!(await logsIn(urls[role], names[role]))) {
        const problem = `${names[role]} cannot log in with a password of npm start's.`;
        return { exist: true, urls: asOwner, problem };
      }
    }
    return { exist: true, urls };
  } catch (error) {
    if (!(error instanceof RolesMissing)) throw error;
    return { exist: false, urls: asOwner, problem: error.message };
  } finally {
    await client.end();
  }
}

function passwordOf(name: string, secret: string): string {
  return createHmac("sha256", secret).update(`password of ${name}`).digest("base64url");
}

function withLogin(url: string, user: string, password: string): string {
  const login = new URL(url);
  login.username = user;
  login.password = password;
  return login.href;
}

/** Whether this user can log in. A socket's URL may name no user, so the server tells who we are. */
async function logsIn(url: string, name: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on("error", () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ user: string }>("select current_user as user");
    return rows[0]!.user === name;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

/** A password as PostgreSQL stores it (RFC 5803): the password itself is never sent, so no log contains it. */
function scramVerifier(password: string): string {
  const iterations = 4096;
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(password, salt, iterations, 32, "sha256");
  const keyed = (text: string) => createHmac("sha256", salted).update(text).digest();
  const storedKey = createHash("sha256").update(keyed("Client Key")).digest("base64");
  const serverKey = keyed("Server Key").toString("base64");
  return `SCRAM-SHA-256$${iterations}:${salt.toString("base64")}$${storedKey}:${serverKey}`;
}
