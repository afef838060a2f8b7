-- All institutions that hold accounts in Nigeria, each with its type.
--
-- Codes that stand stay. A new one is Paystack's where Paystack has one, and else that of the interbank switch (NIP).
-- So codes have up to eight characters, and some have letters.

alter table banks
  drop constraint bank_code_is_digits,
  add constraint bank_code_has_its_form check (code ~ '^[0-9A-Z]{3,8}$'),
  add constraint bank_nip_code_is_six_digits check (nip_code ~ '^[0-9]{6}$'),
  add constraint bank_nip_code_is_of_one_bank unique (nip_code),
  add column type text not null default 'commercial' constraint bank_type_is_known check (type in (
    'commercial', 'finance_company', 'merchant', 'microfinance', 'mobile_money', 'mortgage', 'non_interest',
    'payment_service_bank', 'payment_service_provider'
  ));
-- The default was for the rows that stood.
alter table banks alter column type drop default;

update banks set type = 'merchant' where code in ('501', '502', '559', '562');
update banks set type = 'non_interest' where code in ('301', '302', '303', '304');
update banks b set nip_code = n.nip_code
from (values
  ('104', '000030'),
  ('105', '000031'),
  ('106', '000034'),
  ('107', '000036'),
  ('303', '000029'),
  ('304', '000037'),
  ('562', '060004')
) n (code, nip_code)
where b.code = n.code;

insert into banks (code, name, type, nip_code) values
  ('035A', 'ALAT by Wema', 'commercial', null),
  ('108', 'Alpha Morgan Bank', 'commercial', null),
  ('561', 'Nova Bank (ex Nova Merchant Bank)', 'commercial', '060003'),
  ('060002', 'FBNQuest Merchant Bank', 'merchant', '060002'),
  ('090270', 'AB MFB', 'microfinance', '090270'),
  ('51204', 'Above Only MFB', 'microfinance', '090260'),
  ('50036', 'ABU MFB', 'microfinance', '090197'),
  ('51312', 'Abulesoro MFB', 'microfinance', '090545'),
  ('602', 'Accion MFB', 'microfinance', '090134'),
  ('090160', 'Addosser MFB', 'microfinance', '090160'),
  ('090155', 'Advans La Fayette MFB', 'microfinance', '090155'),
  ('51336', 'AKU MFB', 'microfinance', '090531'),
  ('50926', 'Amju Unique MFB', 'microfinance', '090180'),
  ('51341', 'Ampersand MFB (Bankly)', 'microfinance', '090529'),
  ('50083', 'Aramoko MFB', 'microfinance', '090307'),
  ('MFB50094', 'Astrapolaris MFB', 'microfinance', '090172'),
  ('51229', 'Baines Credit MFB', 'microfinance', '090188'),
  ('MFB50992', 'Baobab MFB (ex MicroCred)', 'microfinance', '090136'),
  ('50931', 'Bowen MFB', 'microfinance', '090148'),
  ('865', 'CashConnect MFB', 'microfinance', '090360'),
  ('50823', 'CEMCS MFB', 'microfinance', '090154'),
  ('50171', 'Chanelle MFB', 'microfinance', '090397'),
  ('312', 'Chikum MFB', 'microfinance', '090141'),
  ('50910', 'Consumer MFB', 'microfinance', '090130'),
  ('50204', 'Corestep MFB', 'microfinance', '090365'),
  ('070006', 'Covenant MFB', 'microfinance', '070006'),
  ('50162', 'Dot MFB (ex Changhan RTS MFB)', 'microfinance', '090470'),
  ('50263', 'Ekimogun MFB', 'microfinance', '090552'),
  ('098', 'Ekondo MFB', 'microfinance', '090097'),
  ('090114', 'Empire Trust MFB', 'microfinance', '090114'),
  ('50126', 'Eyowo MFB', 'microfinance', '090328'),
  ('51318', 'FairMoney MFB', 'microfinance', '090551'),
  ('090409', 'FCMB MFB', 'microfinance', '090409'),
  ('090111', 'FinaTrust MFB', 'microfinance', '090111'),
  ('51314', 'Firmus MFB', 'microfinance', '090366'),
  ('090145', 'Fullrange MFB', 'microfinance', '090145'),
  ('51276', 'Grooming MFB', 'microfinance', '090195'),
  ('51251', 'Hackman MFB', 'microfinance', '090147'),
  ('50383', 'Hasal MFB', 'microfinance', '090121'),
  ('51244', 'Ibile MFB', 'microfinance', '090118'),
  ('50439', 'Ikoyi-Osun MFB', 'microfinance', '090536'),
  ('50442', 'Ilaro Poly MFB', 'microfinance', '090571'),
  ('50453', 'Imowo MFB', 'microfinance', '090417'),
  ('50457', 'Infinity MFB', 'microfinance', '090157'),
  ('50502', 'Kadpoly MFB', 'microfinance', '090320'),
  ('50200', 'Kredi Money MFB', 'microfinance', '090380'),
  ('50211', 'Kuda MFB', 'microfinance', '090267'),
  ('090177', 'LAPO MFB', 'microfinance', '090177'),
  ('090420', 'Letshego MFB', 'microfinance', '090420'),
  ('50549', 'Links MFB', 'microfinance', '090435'),
  ('090171', 'Mainstreet MFB', 'microfinance', '090171'),
  ('50563', 'Mayfair MFB', 'microfinance', '090321'),
  ('50304', 'Mint MFB (Finex)', 'microfinance', '090281'),
  ('090455', 'Mkobo MFB', 'microfinance', '090455'),
  ('50515', 'Moniepoint MFB', 'microfinance', '090405'),
  ('090190', 'Mutual Benefits MFB', 'microfinance', '090190'),
  ('090194', 'NIRSAL MFB', 'microfinance', '090194'),
  ('50629', 'NPF MFB', 'microfinance', '070001'),
  ('070008', 'Page Financials', 'microfinance', '070008'),
  ('090390', 'Parkway MFB', 'microfinance', '090390'),
  ('50743', 'Peace MFB', 'microfinance', '090402'),
  ('50864', 'Polyunwana MFB', 'microfinance', '090296'),
  ('51293', 'QuickFund MFB', 'microfinance', '090261'),
  ('090198', 'Renmoney MFB', 'microfinance', '090198'),
  ('50767', 'Rockshield MFB', 'microfinance', '090547'),
  ('51113', 'Safe Haven MFB', 'microfinance', '090286'),
  ('090112', 'Seed Capital MFB', 'microfinance', '090112'),
  ('50582', 'Shield MFB', 'microfinance', '090559'),
  ('51062', 'Solid Allianze MFB', 'microfinance', '090506'),
  ('50800', 'Solid Rock MFB', 'microfinance', '090524'),
  ('51310', 'Sparkle MFB', 'microfinance', '090325'),
  ('51253', 'Stellas MFB', 'microfinance', '090262'),
  ('51269', 'Tangerine Money (ex Assured MFB)', 'microfinance', '090426'),
  ('51211', 'TCF MFB (ex iBank MFB)', 'microfinance', '090115'),
  ('50840', 'U&C MFB', 'microfinance', '090315'),
  ('MFB51322', 'Uhuru MFB', 'microfinance', '090517'),
  ('50871', 'Unical MFB', 'microfinance', '090193'),
  ('51316', 'Unilag MFB', 'microfinance', '090452'),
  ('566', 'VFD MFB', 'microfinance', '090110'),
  ('51355', 'Waya MFB', 'microfinance', '090590'),
  ('90077', 'AG Mortgage Bank', 'mortgage', '100028'),
  ('401', 'ASO Savings and Loans', 'mortgage', '090001'),
  ('812', 'Gateway Mortgage Bank', 'mortgage', '070009'),
  ('100024', 'Imperial Homes Mortgage Bank', 'mortgage', '100024'),
  ('070016', 'Infinity Trust Mortgage Bank', 'mortgage', '070016'),
  ('090003', 'Jubilee Life Mortgage Bank', 'mortgage', '090003'),
  ('90052', 'LBIC Mortgage (Lagos Building Investment)', 'mortgage', '070012'),
  ('031', 'LivingTrust Mortgage Bank (ex Omoluabi)', 'mortgage', '070007'),
  ('268', 'Platinum Mortgage Bank', 'mortgage', '070013'),
  ('90067', 'Refuge Mortgage Bank', 'mortgage', '070011'),
  ('090006', 'SafeTrust Mortgage Bank', 'mortgage', '090006'),
  ('110072', '78 Finance (Bank78)', 'finance_company', '110072'),
  ('050006', 'Branch International', 'finance_company', '050006'),
  ('050003', 'Sage Grey Finance', 'finance_company', '050003'),
  ('120001', '9PSB (9mobile Payment Service Bank)', 'payment_service_bank', '120001'),
  ('120002', 'HopePSB', 'payment_service_bank', '120002'),
  ('120003', 'MoMo PSB (MTN)', 'payment_service_bank', '120003'),
  ('120005', 'MoneyMaster PSB', 'payment_service_bank', '120005'),
  ('120004', 'Smartcash PSB (Airtel)', 'payment_service_bank', '120004'),
  ('100013', 'AccessMobile', 'mobile_money', '100013'),
  ('100052', 'Beta / Access Yello', 'mobile_money', '100052'),
  ('565', 'Carbon (One Finance)', 'mobile_money', '100026'),
  ('100005', 'Cellulant', 'mobile_money', '100005'),
  ('100021', 'Eartholeum', 'mobile_money', '100021'),
  ('100008', 'Ecobank Xpress Account', 'mobile_money', '100008'),
  ('100006', 'eTranzact PocketMoni', 'mobile_money', '100006'),
  ('100031', 'FCMB Easy Account', 'mobile_money', '100031'),
  ('100001', 'FET', 'mobile_money', '100001'),
  ('100019', 'Fidelity Mobile', 'mobile_money', '100019'),
  ('100014', 'FirstMonie (FBNMobile)', 'mobile_money', '100014'),
  ('100022', 'GoMoney (Sterling)', 'mobile_money', '100022'),
  ('100009', 'GTMobile', 'mobile_money', '100009'),
  ('100036', 'Kegow (ChamsMobile)', 'mobile_money', '100036'),
  ('100025', 'KongaPay (Zinternet)', 'mobile_money', '100025'),
  ('100035', 'M36', 'mobile_money', '100035'),
  ('100032', 'NowNow (Contec Global)', 'mobile_money', '100032'),
  ('999992', 'OPay (OPay Digital Services)', 'mobile_money', '100004'),
  ('100002', 'Paga', 'mobile_money', '100002'),
  ('999991', 'PalmPay', 'mobile_money', '100033'),
  ('311', 'Parkway ReadyCash', 'mobile_money', '100003'),
  ('00716', 'PocketApp', 'mobile_money', '100042'),
  ('100007', 'Stanbic IBTC @ease wallet', 'mobile_money', '100007'),
  ('100010', 'TeasyMobile', 'mobile_money', '100010'),
  ('100034', 'Zenith EazyMoney wallet', 'mobile_money', '100034'),
  ('100018', 'ZenithMobile', 'mobile_money', '100018'),
  ('110028', 'Nomba', 'payment_service_provider', '110028'),
  ('110006', 'Paystack Payments', 'payment_service_provider', '110006'),
  ('100039', 'Titan-Paystack', 'payment_service_provider', '100039');

-- Held: nothing is sent to an institution while it is not certain which one a code means. It becomes active, and gets
-- providers' codes, when the paying provider's own list and its name enquiry agree.
insert into banks (code, name, type, nip_code, active) values
  -- Flutterwave's lists give 090175 to HighStreet MFB as well.
  ('125', 'Rubies MFB', 'microfinance', '090175', false),
  -- One NIP code, two names: some lists say Aella, others Flourish.
  ('50315', 'Aella MFB / Flourish MFB', 'microfinance', '090614', false),
  -- Flutterwave's lists give 090495 to Prospa Capital MFB.
  ('50739', 'Goodnews MFB', 'microfinance', '090495', false),
  -- Some lists say Amegy, others 9JAPAY.
  ('090629', 'Amegy MFB', 'microfinance', '090629', false),
  -- Its NIP code is one of the next two's, or neither.
  ('413', 'FirstTrust Mortgage Bank', 'mortgage', null, false),
  -- It may be what is FirstTrust Mortgage Bank now.
  ('090005', 'Trustbond Mortgage Bank', 'mortgage', '090005', false),
  -- One list names it FirstTrust Mortgage Bank.
  ('090107', 'FBN Mortgages', 'mortgage', '090107', false),
  -- Paystack's lists have it as 801 and as 404.
  ('801', 'Abbey Mortgage Bank', 'mortgage', '070010', false),
  -- A switch and no holder of accounts: Moniepoint's customers have theirs at 50515.
  ('110007', 'TeamApt (switch)', 'payment_service_provider', '110007', false);
