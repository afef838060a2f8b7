import type { Attack } from "./attack.ts";
import { advanceClock } from "./attacks/advance-clock.ts";
import { enquireOutage } from "./attacks/enquire-outage.ts";
import { guessKeys } from "./attacks/guess-keys.ts";
import { guessPasswords } from "./attacks/guess-passwords.ts";
import { hangWebhooks } from "./attacks/hang-webhooks.ts";
import { holdConnections } from "./attacks/hold-connections.ts";
import { loadFiles } from "./attacks/load-files.ts";
import { openSessions } from "./attacks/open-sessions.ts";
import { pileUpPayouts } from "./attacks/pile-up-payouts.ts";
import { readAttempts } from "./attacks/read-attempts.ts";
import { readLists } from "./attacks/read-lists.ts";
import { resetOthers } from "./attacks/reset-others.ts";
import { searchDashboard } from "./attacks/search-dashboard.ts";
import { sendLargeSessions } from "./attacks/send-large-sessions.ts";
import { sendTestPayouts } from "./attacks/send-test-payouts.ts";
import { signUpStrangers } from "./attacks/sign-up-strangers.ts";
import { streamSessions } from "./attacks/stream-sessions.ts";
import { streamUpdates } from "./attacks/stream-updates.ts";
import { uploadDocuments } from "./attacks/upload-documents.ts";

/** Every attack by its name on the command line. */
export const attacks = {
  "read-attempts": readAttempts,
  "read-lists": readLists,
  "open-sessions": openSessions,
  "stream-sessions": streamSessions,
  "send-large-sessions": sendLargeSessions,
  "hold-connections": holdConnections,
  "load-files": loadFiles,
  "guess-keys": guessKeys,
  "enquire-outage": enquireOutage,
  "hang-webhooks": hangWebhooks,
  "send-test-payouts": sendTestPayouts,
  "pile-up-payouts": pileUpPayouts,
  "advance-clock": advanceClock,
  "sign-up-strangers": signUpStrangers,
  "guess-passwords": guessPasswords,
  "reset-others": resetOthers,
  "upload-documents": uploadDocuments,
  "stream-updates": streamUpdates,
  "search-dashboard": searchDashboard,
} satisfies Record<string, Attack>;

export type AttackName = keyof typeof attacks;
