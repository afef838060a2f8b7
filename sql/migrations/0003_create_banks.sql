-- The bank directory: what GET /v1/banks lists and every bankCode must name.
--
-- Codes are the central bank's and never change; names may. A bank that closed is made inactive, not deleted,
-- since payouts of the past still name it. The nip_code is what the interbank switch calls the same bank.

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
