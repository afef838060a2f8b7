-- The bank directory: what GET /v1/banks lists and every bankCode must name.
--
-- Codes are the central bank's and never change; names may. A bank that closed becomes inactive and is not deleted,
-- because old payouts still name it. nip_code is the code of the interbank switch.

create table banks (
  code text primary key constraint bank_code_is_digits check (code ~ '^[0-9]{3,6}$'),
  name text not null,
  nip_code text,
  active boolean not null default true
);

insert into banks (code, name, nip_code, active) values
  ('011', 'First Bank of Nigeria', '000016', true),
  ('023', 'Citibank Nigeria', '000009', true),
  ('030', 'Heritage Bank', '000020', false),
  ('032', 'Union Bank of Nigeria', '000018', true),
  ('033', 'United Bank for Africa', '000004', true),
  ('035', 'Wema Bank', '000017', true),
  ('044', 'Access Bank', '000014', true),
  ('050', 'Ecobank Nigeria', '000010', true),
  ('057', 'Zenith Bank', '000015', true),
  ('058', 'Guaranty Trust Bank', '000013', true),
  ('063', 'Access Bank (Diamond)', '000005', true),
  ('068', 'Standard Chartered Bank', '000021', true),
  ('070', 'Fidelity Bank', '000007', true),
  ('076', 'Polaris Bank', '000008', true),
  ('082', 'Keystone Bank', '000002', true),
  ('100', 'Suntrust Bank', '000022', true),
  ('101', 'Providus Bank', '000023', true),
  ('102', 'Titan Trust Bank', '000025', true),
  ('103', 'Globus Bank', '000027', true),
  ('104', 'Parallex Bank', null, true),
  ('105', 'PremiumTrust Bank', null, true),
  ('106', 'Signature Bank', null, true),
  ('107', 'Optimus Bank', null, true),
  ('214', 'First City Monument Bank', '000003', true),
  ('215', 'Unity Bank', '000011', true),
  ('221', 'Stanbic IBTC Bank', '000012', true),
  ('232', 'Sterling Bank', '000001', true),
  ('301', 'Jaiz Bank', '000006', true),
  ('302', 'TAJ Bank', '000026', true),
  ('303', 'Lotus Bank', null, true),
  ('304', 'Alternative Bank', null, true),
  ('501', 'FSDH Merchant Bank', '400001', true),
  ('502', 'Rand Merchant Bank', '000024', true),
  ('559', 'Coronation Merchant Bank', '060001', true),
  ('562', 'Greenwich Merchant Bank', null, true);

-- A name enquiry asks a bank who holds an account.
--
-- The ingress inserts it as 'pending' together with its job; a worker stores the result. A payout's accountName must
-- be that of the merchant's newest resolved enquiry, which must be at most ten minutes old.
create table name_enquiries (
  id bigint generated always as identity primary key,
  merchant_id bigint not null references merchants,
  environment text not null constraint name_enquiry_environment_is_known check (environment in ('test', 'live')),
  bank_code text not null references banks,
  account_number text not null constraint name_enquiry_account_number_is_nuban check (account_number ~ '^[0-9]{10}$'),
  status text not null default 'pending'
    constraint name_enquiry_status_is_known check (status in ('pending', 'resolved', 'not_found', 'unavailable')),
  account_name text,
  requested_at timestamptz not null default now(),
  completed_at timestamptz,
  constraint resolved_name_enquiry_has_a_name check ((status = 'resolved') = (account_name is not null)),
  constraint completed_name_enquiry_has_a_time check ((status = 'pending') = (completed_at is null))
);

-- Identical enquiries made at the same time share one row, and so one call to the bank.
create unique index name_enquiries_in_flight
  on name_enquiries (merchant_id, environment, bank_code, account_number) where status = 'pending';

create index name_enquiries_resolved
  on name_enquiries (merchant_id, environment, bank_code, account_number, completed_at desc) where status = 'resolved';
