// Made from PostgreSQL's catalogue by "npm run schema"; test/sql/functions.test.ts compares it with the database.
import type { Acting } from "./audit-log/acting.ts";
import type { RequestedBy } from "./keys/callers.ts";
import type { Environment } from "./ledger/money.ts";
import type { Tenant } from "./merchants/tenant.ts";

/** What a function returns that returns a set. */
export type Rows<Row> = { rows: Row };

/** The functions that queries call: what they take, in their order, and return. */
export type Functions = {
  accept_invitation(
    tokenHash: Buffer,
    personId: bigint,
    acting: Acting,
  ): { outcome: string; merchant: string };
  accept_payouts(
    requests: unknown,
    waits?: boolean | undefined,
  ): Rows<{ ordinal: bigint; outcome: string; payout: unknown; details: unknown }>;
  activate_crypto_collection(collectionId: bigint, address: string | null): boolean;
  activate_virtual_account(
    accountId: bigint,
    bankCode: string,
    bankName: string,
    accountNumber: string,
    accountName: string,
    through: string | null,
    providerAccount: string | null,
    isOneTime: boolean,
    endsAt: Date | string | null,
  ): boolean;
  add_merchant_origin(merchantId: bigint, origin: string, acting: Acting): void;
  add_own_merchant(
    personId: bigint,
    name: string,
    acting: Acting,
  ): {
    closedAt: Date;
    createdAt: Date;
    createdBy: bigint;
    email: string;
    id: bigint;
    kybStatus: string;
    name: string;
    payoutMax: bigint;
    reference: string;
    tier: string;
    tierSetAt: Date;
  };
  add_passkey(
    personId: bigint,
    challengeHash: Buffer,
    credentialId: Buffer,
    publicKey: Buffer,
    signCount: bigint,
    transports: readonly (string | null)[],
    isSynced: boolean,
    name: string,
    recoveryHashes: readonly Buffer[],
    acting: Acting,
    sessionId: bigint,
  ): { outcome: string; passkey: string; isFirst: boolean };
  add_statement_lines(statementId: bigint, lines: unknown): number;
  add_verification_document(
    merchantId: bigint,
    kind: string,
    mediaType: string,
    size: number,
    encryptedKey: Buffer,
    encryptedName: Buffer,
    encryptedContent: Buffer,
    acting: Acting,
  ): Rows<{ outcome: string; reference: string }>;
  advance_test_clock(merchantId: bigint, minutes: number): unknown;
  authenticate_keys(
    hashes: readonly Buffer[],
    addresses: readonly (string | null)[],
  ): Rows<{
    ordinal: bigint;
    key: string;
    merchantId: bigint;
    environment: string;
    scopes: string[];
    rateLimitPerMinute: number;
    isRevoked: boolean;
    isIpAllowed: boolean;
    isLiveApproved: boolean;
  }>;
  begin_statement(
    provider: string,
    fileHash: Buffer,
    from: string,
    to: string,
    hasCredits: boolean,
    hasTransfers: boolean,
    hasMoves: boolean,
  ): bigint;
  begin_totp(personId: bigint, encryptedSecret: Buffer): boolean;
  cancel_payout(
    tenant: Tenant,
    reference: string,
    acting: Acting,
    caller?: RequestedBy | undefined,
  ): { outcome: string; payout: unknown };
  change_marks(
    merchantIds: readonly bigint[],
    environments: readonly (string | null)[],
  ): Rows<{ merchantId: bigint; environment: string; marks: unknown }>;
  change_password(
    sessionId: bigint,
    oldHash: string | null,
    newHash: string,
    tokenHash: Buffer,
    acting: Acting,
  ): boolean;
  claim_balance_poll(gateway: string): bigint;
  claim_credit_notice(noticeId: bigint): Rows<{
    id: bigint;
    merchantId: bigint;
    nextPollAt: Date;
    polls: number;
    provider: string;
    receivedAt: Date;
    recipient: string;
    status: string;
    traceId: string;
    transaction: string;
  }>;
  claim_deliveries(
    eventIds: readonly bigint[],
    workerId: bigint,
    isSlow: boolean,
    waits: boolean,
  ): Rows<{
    ordinal: bigint;
    eventId: bigint;
    outcome: string;
    fence: bigint;
    reference: string;
    body: string;
    url: string;
    secret: Buffer;
    previousSecret: Buffer;
    merchantId: bigint;
    environment: string;
    traceId: string;
  }>;
  claim_idempotency_key(
    tenant: Tenant,
    route: string,
    key: string,
    bodyHashes: readonly Buffer[],
  ): { outcome: string; resource: string };
  claim_payout_resend(payoutId: bigint, fence: bigint): bigint;
  compare_bank_codes(
    provider: string,
    codes: readonly (string | null)[],
    names: readonly (string | null)[],
    nipCodes: readonly (string | null)[],
  ): Rows<{
    difference: string;
    bankCode: string;
    bankName: string;
    providerCode: string;
    providerName: string;
  }>;
  compare_payout_destination(
    payoutId: bigint,
    gateway: string,
    bank: string | null,
    holder: string | null,
  ): string[];
  complete_host_check(checkId: bigint, status: string): boolean;
  complete_identity_check(requestId: bigint, verified: boolean, name: string | null): boolean;
  complete_identity_record(recordId: bigint, status: string, encryptedRecord: Buffer | null): boolean;
  confirm_totp(
    personId: bigint,
    encryptedSecret: Buffer,
    step: bigint,
    recoveryHashes: readonly Buffer[],
    acting: Acting,
    sessionId: bigint,
  ): { outcome: string; isFirst: boolean };
  create_api_key(
    tenant: Tenant,
    secretHash: Buffer,
    lastFour: string,
    scopes: readonly (string | null)[],
    allowedCidrs: readonly (string | null)[],
    acting: Acting,
    caller?: RequestedBy | undefined,
  ): string;
  create_invitation(
    merchantId: bigint,
    email: string,
    role: string,
    tokenHash: Buffer,
    encryptedToken: Buffer,
    acting: Acting,
    caller?: RequestedBy | undefined,
  ): { outcome: string; invitation: string };
  create_merchant(
    name: string,
    email: string,
    acting: Acting,
  ): {
    closedAt: Date;
    createdAt: Date;
    createdBy: bigint;
    email: string;
    id: bigint;
    kybStatus: string;
    name: string;
    payoutMax: bigint;
    reference: string;
    tier: string;
    tierSetAt: Date;
  };
  create_owner(merchantId: bigint, email: string, name: string, passwordHash: string, acting: Acting): string;
  create_payment_link(
    tenant: Tenant,
    title: string,
    amountType: string,
    amount: bigint | null,
    minAmount: bigint | null,
    maxAmount: bigint | null,
    linkType: string,
    customerName: string | null,
    customerEmail: string | null,
    successRedirectUrl: string | null,
  ): unknown;
  decide_payout(reference: string, outcome: string, acting: Acting): { outcome: string; payout: unknown };
  decide_verification(
    merchant: string,
    status: string,
    version: number,
    documents: readonly (string | null)[],
    acting: Acting,
  ): { outcome: string; version: number };
  defer_payout(
    payoutId: bigint,
    fence: bigint,
    reason: string | null,
    neverLeft: boolean,
    soon: boolean,
    needsPerson: boolean,
  ): Date;
  disable_payment_link(slug: string, acting: Acting): { outcome: string; link: unknown };
  disable_totp(personId: bigint, acting: Acting): boolean;
  emit_test_event(tenant: Tenant): { outcome: string; event: unknown };
  end_session(personId: bigint, reference: string): boolean;
  end_sessions(personId: bigint, reference: string | null, except: bigint | null, acting: Acting): number;
  enqueue_heartbeat(slot: number): void;
  fail_virtual_account(accountId: bigint): boolean;
  find_credentials(
    email: string | null,
    personId: bigint | null,
  ): Rows<{ personId: bigint; email: string; passwordHash: string; isVerified: boolean }>;
  find_idempotency_key(
    tenant: Tenant,
    route: string,
    key: string,
    bodyHashes: readonly Buffer[],
  ): { outcome: string; resource: string };
  find_invitation(
    tokenHash: Buffer,
  ): Rows<{ business: string; email: string; role: string; hasAccount: boolean }>;
  find_mail_token(
    tokenHash: Buffer,
    kind: string,
    browserHash: Buffer | null,
  ): Rows<{ email: string; business: string; passwordHash: string; isSameBrowser: boolean }>;
  find_signing_secrets(tenant: Tenant): Rows<{ secret: Buffer; previousSecret: Buffer }>;
  find_webhook_endpoint(tenant: Tenant): unknown;
  finish_account_poll(
    accountId: bigint,
    poll: number,
    transactions: readonly (string | null)[] | null,
    nextPage: string | null,
  ): string;
  finish_credit_notice(
    noticeId: bigint,
    poll: number,
    answer: string,
    recipient: string | null,
    amount: bigint | null,
    currency: string | null,
    payer: unknown | null,
    isOneTime: boolean | null,
    providerAccount: string | null,
    paidAt: Date | string | null,
  ): string;
  finish_name_enquiries(
    ids: readonly bigint[],
    merchantIds: readonly bigint[],
    environments: readonly (string | null)[],
    bankCodes: readonly (string | null)[],
    accountNumbers: readonly (string | null)[],
    statuses: readonly (string | null)[],
    accountNames: readonly (string | null)[],
    waits: boolean,
  ): bigint[];
  finish_sign_in(tokenHash: Buffer, sessionHash: Buffer, address: string, userAgent: string | null): string;
  finish_statement(statementId: bigint, acting: Acting): number;
  give_back_attempts(subjects: readonly Buffer[]): void;
  import_bank_codes(
    provider: string,
    codes: readonly (string | null)[],
    names: readonly (string | null)[],
    nipCodes: readonly (string | null)[],
    acting: Acting,
  ): Rows<{
    difference: string;
    bankCode: string;
    bankName: string;
    providerCode: string;
    providerName: string;
  }>;
  invite_owner(
    merchantId: bigint,
    email: string,
    tokenHash: Buffer,
    encryptedToken: Buffer,
    acting: Acting,
  ): string;
  journals_of(tenant: Tenant, reference: string): unknown;
  keep_idempotency_key(tenant: Tenant, route: string, key: string, resource: string): void;
  keep_requests(requests: unknown): number;
  keep_signing_secret(tenant: Tenant, secret: Buffer): boolean;
  list_sessions(personId: bigint): Rows<{
    id: bigint;
    reference: string;
    address: string;
    userAgent: string;
    createdAt: string;
    lastSeenAt: string;
  }>;
  log_document_read(merchantId: bigint, reference: string, acting: Acting): boolean;
  may_be_sent_elsewhere(payoutId: bigint, gateways: readonly (string | null)[]): boolean;
  measure_payouts(): Rows<{
    measure: string;
    environment: string;
    state: string;
    gateway: string;
    bank: string;
    age: string;
    value: number;
  }>;
  name_enquiry_gateways(
    merchantId: bigint,
    bankCode: string,
    gateways: readonly (string | null)[],
    choice: unknown,
  ): string[];
  name_enquiry_results(
    environment: Environment,
    ids: readonly bigint[],
    merchantIds: readonly bigint[],
    bankCodes: readonly (string | null)[],
    accountNumbers: readonly (string | null)[],
  ): Rows<{ ordinal: bigint; status: string; accountName: string }>;
  open_collection(
    tenant: Tenant,
    reference: string,
    amount: bigint,
  ): { outcome: string; collection: unknown };
  open_name_enquiries(ids: readonly bigint[]): Rows<{
    id: bigint;
    merchantId: bigint;
    environment: string;
    bankCode: string;
    accountNumber: string;
    waitedMs: number;
  }>;
  postpone_credit(creditId: bigint): void;
  prove_by_password(sessionId: bigint, tokenHash: Buffer): boolean;
  provision_sandbox_account(reference: string): string;
  purge_expired_rows(kind: string, limit?: number | undefined): number;
  reconcile(environment: Environment, clocks: readonly bigint[]): number;
  reconcile_day(provider: string, day: string): { open: number; waiting: number };
  record_attempts(
    attempts: unknown,
    workerId: bigint,
    isSlow: boolean,
    waits: boolean,
  ): Rows<{
    ordinal: bigint;
    status: string;
    nextAttemptAt: Date;
    merchantId: bigint;
    eventId: bigint;
    fence: bigint;
    reference: string;
    body: string;
    url: string;
    secret: Buffer;
    previousSecret: Buffer;
    environment: string;
    traceId: string;
  }>;
  record_balances(
    gateway: string,
    poll: bigint,
    balances: unknown | null,
    problem: string | null,
    mostUnderWay?: bigint | undefined,
  ): boolean;
  record_credit_notice(provider: string, transaction: string, recipient: string): string;
  record_heartbeat(workerId: bigint): boolean;
  record_http_credit(
    recipient: string,
    providerReference: string,
    amount: bigint,
    currency: string,
    payer: unknown | null,
    confirmed: boolean,
    paidAt: Date | string | null,
  ): { outcome: string; creditId: bigint };
  record_mail_attempt(mailId: bigint, attempt: number, outcome: string, error: string | null): boolean;
  record_provider_notice(provider: string, event: string, reference: string): string;
  record_sandbox_transfers(transfers: unknown): void;
  recover_events(
    tenant: Tenant,
    since: Date | string,
  ): { outcome: string; recovered: bigint; hasMore: boolean };
  reencrypt(
    what: string,
    ids: readonly (string | null)[],
    read: readonly Buffer[],
    values: readonly Buffer[],
    seconds: readonly Buffer[],
    acting: Acting,
  ): number;
  register_worker(): { workerId: bigint; slot: number };
  remember_sandbox_identity(reference: string, encryptedPhone: Buffer): Buffer;
  remove_member(
    merchantId: bigint,
    person: string,
    acting: Acting,
    keep: readonly (string | null)[] | null,
    caller?: RequestedBy | undefined,
  ): string;
  remove_merchant_origin(merchantId: bigint, origin: string, acting: Acting): boolean;
  remove_passkey(personId: bigint, reference: string, acting: Acting): string;
  remove_verification_document(merchantId: bigint, reference: string, acting: Acting): string;
  rename_passkey(personId: bigint, reference: string, name: string, acting: Acting): boolean;
  renew_recovery_codes(personId: bigint, hashes: readonly Buffer[], acting: Acting): boolean;
  renew_session(sessionId: bigint, tokenHash: Buffer, proved: boolean): boolean;
  reopen_verification(merchantId: bigint, acting: Acting): boolean;
  replay_event(tenant: Tenant, reference: string): { outcome: string; event: unknown };
  request_crypto_collection(
    tenant: Tenant,
    amount: bigint,
    chain: string | null,
    token: string | null,
    customerEmail: string | null,
  ): bigint;
  request_host_check(tenant: Tenant, host: string): bigint;
  request_identity_check(
    tenant: Tenant,
    type: string,
    identifierHashes: readonly Buffer[],
    encryptedRequest: Buffer,
    encryptedPhone: Buffer,
    phoneHashes: readonly Buffer[],
    caller?: RequestedBy | undefined,
  ): {
    outcome: string;
    requestId: bigint;
    recordId: bigint;
    waitSeconds: number;
    cost: bigint;
    available: bigint;
  };
  request_name_enquiries(
    environment: Environment,
    merchantIds: readonly bigint[],
    bankCodes: readonly (string | null)[],
    accountNumbers: readonly (string | null)[],
    traceIds: readonly (string | null)[],
  ): Rows<{ ordinal: bigint; outcome: string; enquiryId: bigint }>;
  request_password_reset(email: string, tokenHash: Buffer, encryptedToken: Buffer): void;
  request_virtual_account(
    tenant: Tenant,
    customerEmail: string,
    amount: bigint,
    expiresInMinutes: number,
    customerName?: string | null | undefined,
    paymentLinkId?: bigint | null | undefined,
  ): bigint;
  resend_verification(
    email: string,
    tokenHash: Buffer,
    encryptedToken: Buffer,
    browserHash: Buffer | null,
  ): void;
  reset_password(tokenHash: Buffer, passwordHash: string, address: string): boolean;
  retention_kinds(workerId?: bigint | undefined): Rows<{ kind: string }>;
  return_proof_attempt(personId: bigint): void;
  revoke_api_key(tenant: Tenant | null, reference: string, acting: Acting): boolean;
  revoke_invitation(merchantId: bigint, reference: string, acting: Acting): boolean;
  rotate_api_key(
    tenant: Tenant | null,
    reference: string,
    overlapHours: number,
    secretHash: Buffer,
    lastFour: string,
    acting: Acting,
    caller?: RequestedBy | undefined,
  ): { outcome: string; successor: string };
  save_verification_form(
    merchantId: bigint,
    encryptedForm: Buffer,
    version: number,
    acting: Acting,
  ): Rows<{ outcome: string; version: number }>;
  schedule_payout_confirmation(
    payoutId: bigint,
    fence: bigint,
    notFound?: boolean | undefined,
    wasPolled?: boolean | undefined,
    refusedFor?: string | null | undefined,
    within?: string | null | undefined,
  ): Date;
  set_api_key_networks(
    tenant: Tenant,
    reference: string,
    allowedCidrs: readonly (string | null)[],
    acting: Acting,
    caller?: RequestedBy | undefined,
  ): boolean;
  set_kyb_status(merchantId: bigint, status: string, acting: Acting): void;
  set_member_role(
    merchantId: bigint,
    person: string,
    role: string,
    sessionId: bigint,
    acting: Acting,
    caller?: RequestedBy | undefined,
  ): string;
  set_payout_max(merchantId: bigint, payoutMax: bigint, acting: Acting): void;
  settle_credit(creditId: bigint): string;
  show_checkout_sessions(accountIds: readonly bigint[]): Rows<{ virtualAccountId: bigint; session: unknown }>;
  show_merchant(sessionId: bigint, reference: string): boolean;
  sign_in(
    personId: bigint,
    passwordHash: string,
    tokenHash: Buffer,
    previousHash: Buffer | null,
    address: string,
    userAgent: string | null,
  ): string;
  sign_up(
    email: string,
    name: string,
    businessName: string,
    passwordHash: string,
    tokenHash: Buffer,
    encryptedToken: Buffer,
    browserHash: Buffer | null,
    networkHash: Buffer,
    most: number,
  ): string;
  sign_up_by_invitation(
    tokenHash: Buffer,
    name: string,
    passwordHash: string,
    address: string,
  ): { outcome: string; personId: bigint };
  simulate_checkout_transfer(slug: string, tokenHash: Buffer): { outcome: string; virtualAccountId: bigint };
  simulate_collection_success(
    merchantId: bigint,
    reference: string,
    amount: bigint | null,
    late: boolean,
    duplicate: boolean,
    senderName: string | null,
  ): { outcome: string; creditId: bigint };
  simulate_crypto_payment(
    merchantId: bigint,
    reference: string,
    chain: string | null,
    token: string | null,
    confirmNow: boolean,
  ): { outcome: string; creditId: bigint; paidChain: string; paidToken: string };
  start_checkout_session(
    slug: string,
    tokenHash: Buffer,
    email: string | null,
    amount: bigint | null,
    networks: readonly Buffer[],
  ): { outcome: string; virtualAccountId: bigint; minAmount: bigint; maxAmount: bigint };
  start_payout_calls(
    payoutIds: readonly bigint[],
    fences: readonly bigint[],
    waits: boolean,
  ): Rows<{ ordinal: bigint; result: string }>;
  start_session(
    personId: bigint,
    tokenHash: Buffer,
    address: string,
    userAgent: string | null,
    merchantId?: bigint | null | undefined,
  ): string;
  submit_verification(
    merchantId: bigint,
    version: number,
    kinds: readonly (string | null)[],
    acting: Acting,
  ): string;
  take_attempts(subjects: readonly Buffer[], most: readonly number[]): number;
  take_proof_attempt(personId: bigint, most: number): boolean;
  test_clock_json(merchantId: bigint): unknown;
  unregister_worker(workerId: bigint): void;
  update_payment_link(tenant: Tenant, slug: string, change: unknown): { outcome: string; link: unknown };
  use_passkey(
    passkeyId: bigint,
    challengeHash: Buffer,
    signCount: bigint,
    isSynced: boolean,
    acting: Acting,
  ): string;
  use_recovery_code(personId: bigint, codeHash: Buffer, acting: Acting): boolean;
  use_sign_in(tokenHash: Buffer): bigint;
  use_totp_step(personId: bigint, step: bigint): boolean;
  verify_email(
    tokenHash: Buffer,
    passwordHash: string | null,
    sessionHash: Buffer,
    address: string,
    userAgent: string | null,
  ): string;
  watched_sessions(ids: readonly bigint[], merchantIds: readonly bigint[]): Rows<bigint>;
};

/** How their parameters are passed, and their results read: see call(). `?`: may be null; `=`: has a default. */
export const functions = {
  accept_invitation: {
    takes: { tokenHash: "bytes", personId: "bigint", acting: "acting?" },
    gives: { outcome: "text", merchant: "text" },
    isTraced: false,
  },
  accept_payouts: {
    takes: { requests: "jsonb", waits: "boolean=" },
    gives: [{ ordinal: "bigint", outcome: "text", payout: "json", details: "json" }],
    isTraced: false,
  },
  activate_crypto_collection: {
    takes: { collectionId: "bigint", address: "text?" },
    gives: "boolean",
    isTraced: false,
  },
  activate_virtual_account: {
    takes: {
      accountId: "bigint",
      bankCode: "text",
      bankName: "text",
      accountNumber: "text",
      accountName: "text",
      through: "text?",
      providerAccount: "text?",
      isOneTime: "boolean",
      endsAt: "time?",
    },
    gives: "boolean",
    isTraced: false,
  },
  add_merchant_origin: {
    takes: { merchantId: "bigint", origin: "text", acting: "acting?" },
    gives: "void",
    isTraced: false,
  },
  add_own_merchant: {
    takes: { personId: "bigint", name: "text", acting: "acting?" },
    gives: {
      closedAt: "time",
      createdAt: "time",
      createdBy: "bigint",
      email: "text",
      id: "bigint",
      kybStatus: "text",
      name: "text",
      payoutMax: "bigint",
      reference: "text",
      tier: "text",
      tierSetAt: "time",
    },
    isTraced: false,
  },
  add_passkey: {
    takes: {
      personId: "bigint",
      challengeHash: "bytes",
      credentialId: "bytes",
      publicKey: "bytes",
      signCount: "bigint",
      transports: "text[]",
      isSynced: "boolean",
      name: "text",
      recoveryHashes: "bytea[]",
      acting: "acting?",
      sessionId: "bigint",
    },
    gives: { outcome: "text", passkey: "text", isFirst: "boolean" },
    isTraced: false,
  },
  add_statement_lines: { takes: { statementId: "bigint", lines: "jsonb" }, gives: "number", isTraced: false },
  add_verification_document: {
    takes: {
      merchantId: "bigint",
      kind: "text",
      mediaType: "text",
      size: "number",
      encryptedKey: "bytes",
      encryptedName: "bytes",
      encryptedContent: "bytes",
      acting: "acting?",
    },
    gives: [{ outcome: "text", reference: "text" }],
    isTraced: false,
  },
  advance_test_clock: { takes: { merchantId: "bigint", minutes: "number" }, gives: "json", isTraced: false },
  authenticate_keys: {
    takes: { hashes: "bytea[]", addresses: "inet[]" },
    gives: [
      {
        ordinal: "bigint",
        key: "text",
        merchantId: "bigint",
        environment: "text",
        scopes: "text[]",
        rateLimitPerMinute: "number",
        isRevoked: "boolean",
        isIpAllowed: "boolean",
        isLiveApproved: "boolean",
      },
    ],
    isTraced: false,
  },
  begin_statement: {
    takes: {
      provider: "text",
      fileHash: "bytes",
      from: "date",
      to: "date",
      hasCredits: "boolean",
      hasTransfers: "boolean",
      hasMoves: "boolean",
    },
    gives: "bigint",
    isTraced: false,
  },
  begin_totp: { takes: { personId: "bigint", encryptedSecret: "bytes" }, gives: "boolean", isTraced: false },
  cancel_payout: {
    takes: { tenant: "tenant", reference: "text", acting: "acting?", caller: "caller?=" },
    gives: { outcome: "text", payout: "json" },
    isTraced: false,
  },
  change_marks: {
    takes: { merchantIds: "bigint[]", environments: "text[]" },
    gives: [{ merchantId: "bigint", environment: "text", marks: "json" }],
    isTraced: false,
  },
  change_password: {
    takes: { sessionId: "bigint", oldHash: "text?", newHash: "text", tokenHash: "bytes", acting: "acting?" },
    gives: "boolean",
    isTraced: false,
  },
  claim_balance_poll: { takes: { gateway: "text" }, gives: "bigint", isTraced: false },
  claim_credit_notice: {
    takes: { noticeId: "bigint" },
    gives: [
      {
        id: "bigint",
        merchantId: "bigint",
        nextPollAt: "time",
        polls: "number",
        provider: "text",
        receivedAt: "time",
        recipient: "text",
        status: "text",
        traceId: "uuid",
        transaction: "text",
      },
    ],
    isTraced: false,
  },
  claim_deliveries: {
    takes: { eventIds: "bigint[]", workerId: "bigint", isSlow: "boolean", waits: "boolean" },
    gives: [
      {
        ordinal: "bigint",
        eventId: "bigint",
        outcome: "text",
        fence: "bigint",
        reference: "text",
        body: "text",
        url: "text",
        secret: "bytes",
        previousSecret: "bytes",
        merchantId: "bigint",
        environment: "text",
        traceId: "uuid",
      },
    ],
    isTraced: false,
  },
  claim_idempotency_key: {
    takes: { tenant: "tenant", route: "text", key: "text", bodyHashes: "bytea[]" },
    gives: { outcome: "text", resource: "text" },
    isTraced: false,
  },
  claim_payout_resend: { takes: { payoutId: "bigint", fence: "bigint" }, gives: "bigint", isTraced: false },
  compare_bank_codes: {
    takes: { provider: "text", codes: "text[]", names: "text[]", nipCodes: "text[]" },
    gives: [
      { difference: "text", bankCode: "text", bankName: "text", providerCode: "text", providerName: "text" },
    ],
    isTraced: false,
  },
  compare_payout_destination: {
    takes: { payoutId: "bigint", gateway: "text", bank: "text?", holder: "text?" },
    gives: "text[]",
    isTraced: false,
  },
  complete_host_check: { takes: { checkId: "bigint", status: "text" }, gives: "boolean", isTraced: false },
  complete_identity_check: {
    takes: { requestId: "bigint", verified: "boolean", name: "text?" },
    gives: "boolean",
    isTraced: false,
  },
  complete_identity_record: {
    takes: { recordId: "bigint", status: "text", encryptedRecord: "bytes?" },
    gives: "boolean",
    isTraced: false,
  },
  confirm_totp: {
    takes: {
      personId: "bigint",
      encryptedSecret: "bytes",
      step: "bigint",
      recoveryHashes: "bytea[]",
      acting: "acting?",
      sessionId: "bigint",
    },
    gives: { outcome: "text", isFirst: "boolean" },
    isTraced: false,
  },
  create_api_key: {
    takes: {
      tenant: "tenant",
      secretHash: "bytes",
      lastFour: "text",
      scopes: "text[]",
      allowedCidrs: "cidr[]",
      acting: "acting?",
      caller: "caller?=",
    },
    gives: "text",
    isTraced: false,
  },
  create_invitation: {
    takes: {
      merchantId: "bigint",
      email: "text",
      role: "text",
      tokenHash: "bytes",
      encryptedToken: "bytes",
      acting: "acting?",
      caller: "caller?=",
    },
    gives: { outcome: "text", invitation: "text" },
    isTraced: false,
  },
  create_merchant: {
    takes: { name: "text", email: "text", acting: "acting?" },
    gives: {
      closedAt: "time",
      createdAt: "time",
      createdBy: "bigint",
      email: "text",
      id: "bigint",
      kybStatus: "text",
      name: "text",
      payoutMax: "bigint",
      reference: "text",
      tier: "text",
      tierSetAt: "time",
    },
    isTraced: false,
  },
  create_owner: {
    takes: { merchantId: "bigint", email: "text", name: "text", passwordHash: "text", acting: "acting?" },
    gives: "text",
    isTraced: false,
  },
  create_payment_link: {
    takes: {
      tenant: "tenant",
      title: "text",
      amountType: "text",
      amount: "bigint?",
      minAmount: "bigint?",
      maxAmount: "bigint?",
      linkType: "text",
      customerName: "text?",
      customerEmail: "text?",
      successRedirectUrl: "text?",
    },
    gives: "json",
    isTraced: false,
  },
  decide_payout: {
    takes: { reference: "text", outcome: "text", acting: "acting?" },
    gives: { outcome: "text", payout: "json" },
    isTraced: false,
  },
  decide_verification: {
    takes: { merchant: "text", status: "text", version: "number", documents: "text[]", acting: "acting?" },
    gives: { outcome: "text", version: "number" },
    isTraced: false,
  },
  defer_payout: {
    takes: {
      payoutId: "bigint",
      fence: "bigint",
      reason: "text?",
      neverLeft: "boolean",
      soon: "boolean",
      needsPerson: "boolean",
    },
    gives: "time",
    isTraced: false,
  },
  disable_payment_link: {
    takes: { slug: "text", acting: "acting?" },
    gives: { outcome: "text", link: "json" },
    isTraced: false,
  },
  disable_totp: { takes: { personId: "bigint", acting: "acting?" }, gives: "boolean", isTraced: false },
  emit_test_event: { takes: { tenant: "tenant" }, gives: { outcome: "text", event: "json" }, isTraced: true },
  end_session: { takes: { personId: "bigint", reference: "text" }, gives: "boolean", isTraced: false },
  end_sessions: {
    takes: { personId: "bigint", reference: "text?", except: "bigint?", acting: "acting?" },
    gives: "number",
    isTraced: false,
  },
  enqueue_heartbeat: { takes: { slot: "number" }, gives: "void", isTraced: false },
  fail_virtual_account: { takes: { accountId: "bigint" }, gives: "boolean", isTraced: false },
  find_credentials: {
    takes: { email: "text?", personId: "bigint?" },
    gives: [{ personId: "bigint", email: "text", passwordHash: "text", isVerified: "boolean" }],
    isTraced: false,
  },
  find_idempotency_key: {
    takes: { tenant: "tenant", route: "text", key: "text", bodyHashes: "bytea[]" },
    gives: { outcome: "text", resource: "text" },
    isTraced: false,
  },
  find_invitation: {
    takes: { tokenHash: "bytes" },
    gives: [{ business: "text", email: "text", role: "text", hasAccount: "boolean" }],
    isTraced: false,
  },
  find_mail_token: {
    takes: { tokenHash: "bytes", kind: "text", browserHash: "bytes?" },
    gives: [{ email: "text", business: "text", passwordHash: "text", isSameBrowser: "boolean" }],
    isTraced: false,
  },
  find_signing_secrets: {
    takes: { tenant: "tenant" },
    gives: [{ secret: "bytes", previousSecret: "bytes" }],
    isTraced: false,
  },
  find_webhook_endpoint: { takes: { tenant: "tenant" }, gives: "json", isTraced: false },
  finish_account_poll: {
    takes: { accountId: "bigint", poll: "number", transactions: "text[]?", nextPage: "text?" },
    gives: "text",
    isTraced: false,
  },
  finish_credit_notice: {
    takes: {
      noticeId: "bigint",
      poll: "number",
      answer: "text",
      recipient: "text?",
      amount: "bigint?",
      currency: "text?",
      payer: "json?",
      isOneTime: "boolean?",
      providerAccount: "text?",
      paidAt: "time?",
    },
    gives: "text",
    isTraced: false,
  },
  finish_name_enquiries: {
    takes: {
      ids: "bigint[]",
      merchantIds: "bigint[]",
      environments: "text[]",
      bankCodes: "text[]",
      accountNumbers: "text[]",
      statuses: "text[]",
      accountNames: "text[]",
      waits: "boolean",
    },
    gives: "bigint[]",
    isTraced: false,
  },
  finish_sign_in: {
    takes: { tokenHash: "bytes", sessionHash: "bytes", address: "text", userAgent: "text?" },
    gives: "text",
    isTraced: false,
  },
  finish_statement: { takes: { statementId: "bigint", acting: "acting?" }, gives: "number", isTraced: false },
  give_back_attempts: { takes: { subjects: "bytea[]" }, gives: "void", isTraced: false },
  import_bank_codes: {
    takes: { provider: "text", codes: "text[]", names: "text[]", nipCodes: "text[]", acting: "acting?" },
    gives: [
      { difference: "text", bankCode: "text", bankName: "text", providerCode: "text", providerName: "text" },
    ],
    isTraced: false,
  },
  invite_owner: {
    takes: {
      merchantId: "bigint",
      email: "text",
      tokenHash: "bytes",
      encryptedToken: "bytes",
      acting: "acting?",
    },
    gives: "text",
    isTraced: false,
  },
  journals_of: { takes: { tenant: "tenant", reference: "text" }, gives: "json", isTraced: false },
  keep_idempotency_key: {
    takes: { tenant: "tenant", route: "text", key: "text", resource: "text" },
    gives: "void",
    isTraced: false,
  },
  keep_requests: { takes: { requests: "jsonb" }, gives: "number", isTraced: false },
  keep_signing_secret: { takes: { tenant: "tenant", secret: "bytes" }, gives: "boolean", isTraced: false },
  list_sessions: {
    takes: { personId: "bigint" },
    gives: [
      {
        id: "bigint",
        reference: "text",
        address: "text",
        userAgent: "text",
        createdAt: "text",
        lastSeenAt: "text",
      },
    ],
    isTraced: false,
  },
  log_document_read: {
    takes: { merchantId: "bigint", reference: "text", acting: "acting?" },
    gives: "boolean",
    isTraced: false,
  },
  may_be_sent_elsewhere: {
    takes: { payoutId: "bigint", gateways: "text[]" },
    gives: "boolean",
    isTraced: false,
  },
  measure_payouts: {
    takes: {},
    gives: [
      {
        measure: "text",
        environment: "text",
        state: "text",
        gateway: "text",
        bank: "text",
        age: "text",
        value: "number",
      },
    ],
    isTraced: false,
  },
  name_enquiry_gateways: {
    takes: { merchantId: "bigint", bankCode: "text", gateways: "text[]", choice: "jsonb" },
    gives: "text[]",
    isTraced: false,
  },
  name_enquiry_results: {
    takes: {
      environment: "environment",
      ids: "bigint[]",
      merchantIds: "bigint[]",
      bankCodes: "text[]",
      accountNumbers: "text[]",
    },
    gives: [{ ordinal: "bigint", status: "text", accountName: "text" }],
    isTraced: false,
  },
  open_collection: {
    takes: { tenant: "tenant", reference: "text", amount: "bigint" },
    gives: { outcome: "text", collection: "json" },
    isTraced: false,
  },
  open_name_enquiries: {
    takes: { ids: "bigint[]" },
    gives: [
      {
        id: "bigint",
        merchantId: "bigint",
        environment: "text",
        bankCode: "text",
        accountNumber: "text",
        waitedMs: "number",
      },
    ],
    isTraced: false,
  },
  postpone_credit: { takes: { creditId: "bigint" }, gives: "void", isTraced: false },
  prove_by_password: {
    takes: { sessionId: "bigint", tokenHash: "bytes" },
    gives: "boolean",
    isTraced: false,
  },
  provision_sandbox_account: { takes: { reference: "text" }, gives: "text", isTraced: false },
  purge_expired_rows: { takes: { kind: "text", limit: "number=" }, gives: "number", isTraced: false },
  reconcile: { takes: { environment: "environment", clocks: "bigint[]" }, gives: "number", isTraced: false },
  reconcile_day: {
    takes: { provider: "text", day: "date" },
    gives: { open: "number", waiting: "number" },
    isTraced: false,
  },
  record_attempts: {
    takes: { attempts: "json", workerId: "bigint", isSlow: "boolean", waits: "boolean" },
    gives: [
      {
        ordinal: "bigint",
        status: "text",
        nextAttemptAt: "time",
        merchantId: "bigint",
        eventId: "bigint",
        fence: "bigint",
        reference: "text",
        body: "text",
        url: "text",
        secret: "bytes",
        previousSecret: "bytes",
        environment: "text",
        traceId: "uuid",
      },
    ],
    isTraced: false,
  },
  record_balances: {
    takes: { gateway: "text", poll: "bigint", balances: "jsonb?", problem: "text?", mostUnderWay: "bigint=" },
    gives: "boolean",
    isTraced: false,
  },
  record_credit_notice: {
    takes: { provider: "text", transaction: "text", recipient: "text" },
    gives: "text",
    isTraced: true,
  },
  record_heartbeat: { takes: { workerId: "bigint" }, gives: "boolean", isTraced: false },
  record_http_credit: {
    takes: {
      recipient: "text",
      providerReference: "text",
      amount: "bigint",
      currency: "text",
      payer: "json?",
      confirmed: "boolean",
      paidAt: "time?",
    },
    gives: { outcome: "text", creditId: "bigint" },
    isTraced: true,
  },
  record_mail_attempt: {
    takes: { mailId: "bigint", attempt: "number", outcome: "text", error: "text?" },
    gives: "boolean",
    isTraced: false,
  },
  record_provider_notice: {
    takes: { provider: "text", event: "text", reference: "text" },
    gives: "text",
    isTraced: false,
  },
  record_sandbox_transfers: { takes: { transfers: "jsonb" }, gives: "void", isTraced: false },
  recover_events: {
    takes: { tenant: "tenant", since: "time" },
    gives: { outcome: "text", recovered: "bigint", hasMore: "boolean" },
    isTraced: false,
  },
  reencrypt: {
    takes: {
      what: "text",
      ids: "text[]",
      read: "bytea[]",
      values: "bytea[]",
      seconds: "bytea[]",
      acting: "acting?",
    },
    gives: "number",
    isTraced: false,
  },
  register_worker: { takes: {}, gives: { workerId: "bigint", slot: "number" }, isTraced: false },
  remember_sandbox_identity: {
    takes: { reference: "text", encryptedPhone: "bytes" },
    gives: "bytes",
    isTraced: false,
  },
  remove_member: {
    takes: { merchantId: "bigint", person: "text", acting: "acting?", keep: "text[]?", caller: "caller?=" },
    gives: "text",
    isTraced: false,
  },
  remove_merchant_origin: {
    takes: { merchantId: "bigint", origin: "text", acting: "acting?" },
    gives: "boolean",
    isTraced: false,
  },
  remove_passkey: {
    takes: { personId: "bigint", reference: "text", acting: "acting?" },
    gives: "text",
    isTraced: false,
  },
  remove_verification_document: {
    takes: { merchantId: "bigint", reference: "text", acting: "acting?" },
    gives: "text",
    isTraced: false,
  },
  rename_passkey: {
    takes: { personId: "bigint", reference: "text", name: "text", acting: "acting?" },
    gives: "boolean",
    isTraced: false,
  },
  renew_recovery_codes: {
    takes: { personId: "bigint", hashes: "bytea[]", acting: "acting?" },
    gives: "boolean",
    isTraced: false,
  },
  renew_session: {
    takes: { sessionId: "bigint", tokenHash: "bytes", proved: "boolean" },
    gives: "boolean",
    isTraced: false,
  },
  reopen_verification: {
    takes: { merchantId: "bigint", acting: "acting?" },
    gives: "boolean",
    isTraced: false,
  },
  replay_event: {
    takes: { tenant: "tenant", reference: "text" },
    gives: { outcome: "text", event: "json" },
    isTraced: false,
  },
  request_crypto_collection: {
    takes: { tenant: "tenant", amount: "bigint", chain: "text?", token: "text?", customerEmail: "text?" },
    gives: "bigint",
    isTraced: true,
  },
  request_host_check: { takes: { tenant: "tenant", host: "text" }, gives: "bigint", isTraced: true },
  request_identity_check: {
    takes: {
      tenant: "tenant",
      type: "text",
      identifierHashes: "bytea[]",
      encryptedRequest: "bytes",
      encryptedPhone: "bytes",
      phoneHashes: "bytea[]",
      caller: "caller?=",
    },
    gives: {
      outcome: "text",
      requestId: "bigint",
      recordId: "bigint",
      waitSeconds: "number",
      cost: "bigint",
      available: "bigint",
    },
    isTraced: true,
  },
  request_name_enquiries: {
    takes: {
      environment: "environment",
      merchantIds: "bigint[]",
      bankCodes: "text[]",
      accountNumbers: "text[]",
      traceIds: "uuid[]",
    },
    gives: [{ ordinal: "bigint", outcome: "text", enquiryId: "bigint" }],
    isTraced: false,
  },
  request_password_reset: {
    takes: { email: "text", tokenHash: "bytes", encryptedToken: "bytes" },
    gives: "void",
    isTraced: true,
  },
  request_virtual_account: {
    takes: {
      tenant: "tenant",
      customerEmail: "text",
      amount: "bigint",
      expiresInMinutes: "number",
      customerName: "text?=",
      paymentLinkId: "bigint?=",
    },
    gives: "bigint",
    isTraced: true,
  },
  resend_verification: {
    takes: { email: "text", tokenHash: "bytes", encryptedToken: "bytes", browserHash: "bytes?" },
    gives: "void",
    isTraced: true,
  },
  reset_password: {
    takes: { tokenHash: "bytes", passwordHash: "text", address: "text" },
    gives: "boolean",
    isTraced: true,
  },
  retention_kinds: { takes: { workerId: "bigint=" }, gives: [{ kind: "text" }], isTraced: false },
  return_proof_attempt: { takes: { personId: "bigint" }, gives: "void", isTraced: false },
  revoke_api_key: {
    takes: { tenant: "tenant?", reference: "text", acting: "acting?" },
    gives: "boolean",
    isTraced: false,
  },
  revoke_invitation: {
    takes: { merchantId: "bigint", reference: "text", acting: "acting?" },
    gives: "boolean",
    isTraced: false,
  },
  rotate_api_key: {
    takes: {
      tenant: "tenant?",
      reference: "text",
      overlapHours: "number",
      secretHash: "bytes",
      lastFour: "text",
      acting: "acting?",
      caller: "caller?=",
    },
    gives: { outcome: "text", successor: "text" },
    isTraced: false,
  },
  save_verification_form: {
    takes: { merchantId: "bigint", encryptedForm: "bytes", version: "number", acting: "acting?" },
    gives: [{ outcome: "text", version: "number" }],
    isTraced: false,
  },
  schedule_payout_confirmation: {
    takes: {
      payoutId: "bigint",
      fence: "bigint",
      notFound: "boolean=",
      wasPolled: "boolean=",
      refusedFor: "text?=",
      within: "interval?=",
    },
    gives: "time",
    isTraced: false,
  },
  set_api_key_networks: {
    takes: {
      tenant: "tenant",
      reference: "text",
      allowedCidrs: "cidr[]",
      acting: "acting?",
      caller: "caller?=",
    },
    gives: "boolean",
    isTraced: false,
  },
  set_kyb_status: {
    takes: { merchantId: "bigint", status: "text", acting: "acting?" },
    gives: "void",
    isTraced: false,
  },
  set_member_role: {
    takes: {
      merchantId: "bigint",
      person: "text",
      role: "text",
      sessionId: "bigint",
      acting: "acting?",
      caller: "caller?=",
    },
    gives: "text",
    isTraced: false,
  },
  set_payout_max: {
    takes: { merchantId: "bigint", payoutMax: "bigint", acting: "acting?" },
    gives: "void",
    isTraced: false,
  },
  settle_credit: { takes: { creditId: "bigint" }, gives: "text", isTraced: false },
  show_checkout_sessions: {
    takes: { accountIds: "bigint[]" },
    gives: [{ virtualAccountId: "bigint", session: "json" }],
    isTraced: false,
  },
  show_merchant: { takes: { sessionId: "bigint", reference: "text" }, gives: "boolean", isTraced: false },
  sign_in: {
    takes: {
      personId: "bigint",
      passwordHash: "text",
      tokenHash: "bytes",
      previousHash: "bytes?",
      address: "text",
      userAgent: "text?",
    },
    gives: "text",
    isTraced: false,
  },
  sign_up: {
    takes: {
      email: "text",
      name: "text",
      businessName: "text",
      passwordHash: "text",
      tokenHash: "bytes",
      encryptedToken: "bytes",
      browserHash: "bytes?",
      networkHash: "bytes",
      most: "number",
    },
    gives: "text",
    isTraced: true,
  },
  sign_up_by_invitation: {
    takes: { tokenHash: "bytes", name: "text", passwordHash: "text", address: "text" },
    gives: { outcome: "text", personId: "bigint" },
    isTraced: true,
  },
  simulate_checkout_transfer: {
    takes: { slug: "text", tokenHash: "bytes" },
    gives: { outcome: "text", virtualAccountId: "bigint" },
    isTraced: true,
  },
  simulate_collection_success: {
    takes: {
      merchantId: "bigint",
      reference: "text",
      amount: "bigint?",
      late: "boolean",
      duplicate: "boolean",
      senderName: "text?",
    },
    gives: { outcome: "text", creditId: "bigint" },
    isTraced: true,
  },
  simulate_crypto_payment: {
    takes: { merchantId: "bigint", reference: "text", chain: "text?", token: "text?", confirmNow: "boolean" },
    gives: { outcome: "text", creditId: "bigint", paidChain: "text", paidToken: "text" },
    isTraced: true,
  },
  start_checkout_session: {
    takes: { slug: "text", tokenHash: "bytes", email: "text?", amount: "bigint?", networks: "bytea[]" },
    gives: { outcome: "text", virtualAccountId: "bigint", minAmount: "bigint", maxAmount: "bigint" },
    isTraced: true,
  },
  start_payout_calls: {
    takes: { payoutIds: "bigint[]", fences: "bigint[]", waits: "boolean" },
    gives: [{ ordinal: "bigint", result: "text" }],
    isTraced: false,
  },
  start_session: {
    takes: {
      personId: "bigint",
      tokenHash: "bytes",
      address: "text",
      userAgent: "text?",
      merchantId: "bigint?=",
    },
    gives: "text",
    isTraced: false,
  },
  submit_verification: {
    takes: { merchantId: "bigint", version: "number", kinds: "text[]", acting: "acting?" },
    gives: "text",
    isTraced: false,
  },
  take_attempts: { takes: { subjects: "bytea[]", most: "integer[]" }, gives: "number", isTraced: false },
  take_proof_attempt: { takes: { personId: "bigint", most: "number" }, gives: "boolean", isTraced: false },
  test_clock_json: { takes: { merchantId: "bigint" }, gives: "json", isTraced: false },
  unregister_worker: { takes: { workerId: "bigint" }, gives: "void", isTraced: false },
  update_payment_link: {
    takes: { tenant: "tenant", slug: "text", change: "jsonb" },
    gives: { outcome: "text", link: "json" },
    isTraced: false,
  },
  use_passkey: {
    takes: {
      passkeyId: "bigint",
      challengeHash: "bytes",
      signCount: "bigint",
      isSynced: "boolean",
      acting: "acting?",
    },
    gives: "text",
    isTraced: false,
  },
  use_recovery_code: {
    takes: { personId: "bigint", codeHash: "bytes", acting: "acting?" },
    gives: "boolean",
    isTraced: false,
  },
  use_sign_in: { takes: { tokenHash: "bytes" }, gives: "bigint", isTraced: false },
  use_totp_step: { takes: { personId: "bigint", step: "bigint" }, gives: "boolean", isTraced: false },
  verify_email: {
    takes: {
      tokenHash: "bytes",
      passwordHash: "text?",
      sessionHash: "bytes",
      address: "text",
      userAgent: "text?",
    },
    gives: "text",
    isTraced: false,
  },
  watched_sessions: {
    takes: { ids: "bigint[]", merchantIds: "bigint[]" },
    gives: ["bigint"],
    isTraced: false,
  },
} as const;
