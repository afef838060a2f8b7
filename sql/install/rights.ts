import { queueRights } from "../queue/graphile-worker.ts";

/**
 * The database roles and what each may do: the one place where it is said. `npm run migrate` grants exactly this, and
 * test/sql/roles.test.ts compares it with what PostgreSQL then allows.
 *
 * The owner migrates and owns everything. Every other role reads the tables and columns named here, and writes through
 * the functions named here alone. These are `security definer`: they run with the owner's rights, so their checks
 * cannot be avoided. A function that is not named is called by other functions only.
 */
export const roles = ["ingress", "workers", "operator", "reader"] as const;
export type Role = (typeof roles)[number];

/**
 * Needed only where DATABASE_READ_URL is set: migrations make it where they may make roles, otherwise they go on.
 */
export const optionalRoles: readonly Role[] = ["reader"];

/** All columns of a table, also later ones; those named; or all but those named, which are secrets. */
export type Columns = "all" | readonly string[] | { readonly except: readonly string[] };

export type Rights = {
  readonly reads: Readonly<Record<string, Columns>>;
  readonly calls: readonly string[];
  /** Rights on the tables of every queue, which graphile-worker uses with SQL of its own. */
  readonly queue: Readonly<Record<string, readonly ("select" | "insert" | "update" | "delete")[]>>;
};

export const rights: Readonly<Record<Role, Rights>> = {
  ingress: {
    reads: {
      ...wholeTables(`
        api_keys applied_files approval_policies approvals banks charges checkout_sessions collections credits
        daily_totals event_bodies events host_checks ledger_accounts memberships merchant_origins name_enquiries
        passkeys payment_links payout_accounts payout_batch_items payout_batches payout_limits payout_use payouts
        request_kinds request_log
        request_log_days shown_identity_checks test_clocks totp_secrets verification_documents verifications
        virtual_accounts webhook_attempts
      `),
      // Without operators' data: their names, reasons and roles.
      audit_log: { except: ["actor", "database_user", "reason"] },
      identity_checks: { except: ["encrypted_phone", "phone_hashes"] },
      invitations: { except: ["token_hash"] },
      merchants: [
        "id",
        "reference",
        "name",
        "kyb_status",
        "payout_max",
        "has_exemptions",
        "tier",
        "tier_set_at",
        "closed_at",
      ],
      people: ["id", "reference", "name", "email", "is_reviewer"],
      recovery_codes: ["person_id"],
      webhook_endpoints: { except: ["secret", "previous_secret"] },
    },
    calls: functionsOf({
      approvals: "approval_json approval_policy_json approval_policy_of decide_approval set_approval_policy",
      banks: "name_enquiry_results request_name_enquiries",
      books:
        "balance_days_json balances_at list_balance_transactions present_books show_balance_transaction statement_json",
      charges: "charges_of fees_json",
      checkout: `
        add_merchant_origin checkout_link_status checkout_session_json remove_merchant_origin show_checkout_sessions
        simulate_checkout_transfer start_checkout_session
      `,
      clock: "advance_test_clock business_now test_clock_json test_clock_offset",
      collections: `
        accept_credit collection_json credits_of open_collection record_http_credit request_crypto_collection
        request_virtual_account unmatched_credit_json virtual_account_json
      `,
      dashboard:
        "attention_json change_marks daily_totals_json money_summary_json success_rates_json watched_sessions",
      factors: `
        add_passkey begin_totp confirm_totp disable_totp has_second_factor remove_passkey rename_passkey
        renew_recovery_codes return_proof_attempt take_proof_attempt use_passkey use_recovery_code use_totp_step
      `,
      formats: "iso_timestamp lagos_day money_json start_of_lagos_day",
      gateways: "record_credit_notice record_provider_notice",
      idempotency: "claim_idempotency_key find_idempotency_key keep_idempotency_key",
      identity: "identity_check_json request_identity_check",
      keys: `
        api_key_json api_key_name authenticate_keys create_api_key revoke_api_key rotate_api_key set_api_key_networks
      `,
      ledger: "journals_of",
      mails: "list_kept_mails",
      members:
        "accept_invitation create_invitation find_invitation remove_member revoke_invitation role_may set_member_role",
      merchants: "add_own_merchant may_collect show_merchant",
      "payment-links": "create_payment_link payment_link_json update_payment_link",
      payouts: `
        accept_payouts cancel_payout payout_account_json payout_json payout_limits_json payout_limits_of
        payout_statuses quote_payout remove_payout_account save_payout_account set_default_payout_account
      `,
      "payout-batches": `
        batch_of cancel_payout_batch create_payout_batch payout_batch_item_json payout_batch_json
        payout_batch_summary_json
        replace_batch_item start_payout_batch
      `,
      refunds: "accept_refund refund_json return_credit set_refund_destination",
      people: `
        change_password find_mail_token give_back_attempts request_password_reset resend_verification reset_password
        sign_up sign_up_by_invitation take_attempts verify_email
      `,
      process: "measure_floats measure_payouts measure_service note_encryption_key",
      requests: "keep_requests logged_request_json request_log_bound",
      sandbox: "simulate_collection_success simulate_crypto_payment",
      sessions: `
        end_session end_sessions find_credentials finish_sign_in list_sessions prove_by_password renew_session sign_in
        start_session use_session use_sign_in
      `,
      verification: `
        add_verification_document decide_verification is_own_verification list_verification_steps log_document_read
        remove_verification_document reopen_verification save_verification_form submit_verification
      `,
      webhooks: `
        delivery_json emit_test_event endpoint_refusal event_body event_json event_members event_with_attempts_json
        find_signing_secrets find_webhook_endpoint recover_events replay_event request_host_check
        rotate_webhook_secret set_webhook_endpoint
        webhook_attempt_json webhook_attempt_members webhook_attempt_with_bodies_json webhook_endpoint_json
      `,
    }),
    queue: {},
  },
  workers: {
    reads: {
      ...wholeTables(`
        applied_files bank_provider_codes collections gateway_rules gateways host_checks identity_records name_enquiries
        payout_freezes payout_refusals sandbox_transfers test_clocks virtual_accounts
      `),
      identity_checks: ["id", "identity_record_id", "status", "encrypted_phone", "inserted_at"],
      merchants: ["id", "name"],
      payout_holds: ["payout_id", "decision"],
    },
    calls: functionsOf({
      banks: "finish_name_enquiries open_name_enquiries",
      books: "sum_balance_days",
      clock: "business_now test_clock_offset",
      collections: `
        activate_crypto_collection activate_virtual_account claim_account_poll fail_virtual_account
        finish_account_poll postpone_credit settle_credit
      `,
      floats: "claim_balance_poll record_balances",
      gateways: "claim_credit_notice finish_credit_notice",
      identity: "complete_identity_check complete_identity_record",
      mails: "claim_mail record_mail_attempt",
      "payout-batches": "work_on_payout_batches",
      payouts: `
        claim_payout_confirmation claim_payout_resend claim_payouts compare_payout_destination defer_payout
        finish_payouts gateway_rule may_be_sent_elsewhere payout_is_frozen reroute_payout schedule_payout_confirmation
        start_payout_calls
      `,
      process: "measure_floats measure_payouts measure_service note_encryption_key",
      queue: `
        next_poll_time reconcile record_heartbeat register_worker require_known_queues
        unregister_worker
      `,
      retention: "purge_expired_rows retention_kinds",
      sandbox: "provision_sandbox_account record_sandbox_transfers remember_sandbox_identity",
      webhooks: "claim_deliveries complete_host_check record_attempts",
    }),
    queue: queueRights,
  },
  operator: {
    reads: {
      ...wholeTables(`
        applied_files approval_policies approvals audit_log balance_polls banks blocked_recipients charges
        checkout_sessions collections credit_discrepancies credit_notices credits daily_totals event_bodies events
        float_balances float_changes float_days float_moves float_shortfalls floats gateway_rules gateways host_checks
        identity_checks identity_records ledger_accounts ledger_balances ledger_discrepancies ledger_entries
        ledger_journals ledger_proofs memberships merchant_origins merchant_tiers merchants name_enquiries open_suspense
        payment_links payout_accounts payout_batch_items payout_batches payout_freezes payout_holds payout_limits
        payout_refusals payout_use payouts
        provider_balances provider_notices provider_statement_lines provider_statements provider_tariffs queued_jobs
        reconciliation_differences request_kinds request_log request_log_days sandbox_accounts sandbox_identities
        sandbox_transfers shown_identity_checks tax_remittances test_clocks totp_secrets verifications virtual_accounts
        webhook_attempts webhook_claims webhook_endpoints worker_processes
      `),
      api_keys: { except: ["secret_hash"] },
      idempotency_keys: { except: ["body_hash"] },
      verification_documents: { except: ["encrypted_content"] },
    },
    calls: functionsOf({
      "audit-log": "mask_text",
      banks: "compare_bank_codes import_bank_codes name_enquiry_results request_name_enquiries",
      checkout: "add_merchant_origin remove_merchant_origin",
      charges: "fees_json refund_charges remit_tax set_charge set_duty_charged set_exemptions",
      clock: "business_now test_clock_offset",
      floats: "move_float payouts_under_way set_float_minimum",
      formats: "iso_timestamp lagos_day money_json start_of_lagos_day",
      gateways: "provider_credit_id",
      keys: "create_api_key revoke_api_key rotate_api_key",
      ledger: "entries_of list_suspense prove_ledger resolve_suspended_credit",
      members: "create_owner invite_owner",
      merchants: "close_merchant create_merchant set_kyb_status set_payout_max",
      operations: `
        find_by_idempotency_key find_by_provider_reference find_payments merchant_named
        reference_history refuse_unless slow_statements
      `,
      "payment-links": "disable_payment_link",
      payouts: `
        await_payout_claims block_recipient claimed_before_freeze decide_held_payout decide_payout
        freeze_name freeze_payouts hold_after_restore list_payout_freezes list_payout_limits
        payout_account_json payout_limits_of payout_reference payout_statuses poll_payout recipient_named
        release_payouts remove_payout_account save_payout_account set_default_payout_account set_gateway_rule
        set_merchant_tier set_payout_limits unblock_recipient
      `,
      people: "set_reviewer",
      process: "forget_encryption_keys note_encryption_key reencrypt",
      queue: "job_queue retry_job retry_jobs",
      reconciliation: `
        add_statement_lines begin_statement credit_gateway days_to_reconcile finish_statement reconcile_day
        resolve_difference set_provider_tariff
      `,
      "payout-batches": "payout_batch_reference",
      refunds: "refund_reference",
      verification: "decide_verification list_verification_steps",
      webhooks: `
        keep_signing_secret resend_event rotate_webhook_secret set_webhook_endpoint
        webhook_endpoint_json
      `,
    }),
    queue: {},
  },
  reader: {
    reads: {
      ...wholeTables("daily_totals test_clocks"),
      // Only the counted columns of collections and payouts.
      collections: ["id", "merchant_id", "environment", "status", "created_at"],
      payouts: ["id", "merchant_id", "environment", "status", "created_at", "collection_id"],
    },
    calls: functionsOf({
      clock: "business_now test_clock_offset",
      dashboard: "daily_totals_json success_rates_json",
      formats: "iso_timestamp money_json",
      payouts: "payout_statuses",
    }),
    queue: {},
  },
};

/** Tables of which a role reads every column. */
function wholeTables(tables: string): Record<string, "all"> {
  return Object.fromEntries(namesIn(tables).map((name) => [name, "all"]));
}

/** The functions that a role calls, by the folder of sql/ that has their files. */
function functionsOf(folders: Record<string, string>): string[] {
  return Object.values(folders).flatMap(namesIn);
}

function namesIn(text: string): string[] {
  return text.trim().split(/\s+/);
}
