-- When: someone asks who changed something.
-- Lists what people and operators did, newest first: 20 actions unless --limit says otherwise, with --target only on
-- that reference or link's slug. --before with the last one's id lists earlier ones. Changes nothing.
-- Flags: [--target WORD] [--limit NUMBER] [--before NUMBER]
select id, done_at as at, actor as operator, database_user, action, target, before, after, reason
from audit_log
where (:target is null or target = :target) and (:before is null or id < :before::bigint)
order by id desc
limit coalesce(:limit, '20')::bigint;
