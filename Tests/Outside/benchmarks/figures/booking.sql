-- What Book sends, statement for statement and pipeline for pipeline. Each client has a patient and a provider of its own and goes from
-- slot to slot; so nobody counts what the patient has ahead, which are more than a patient may have. A booking that was not written divides by zero.
\set slot :slot + 1
\set starts :base + :slot * :seconds
\set ends :starts + :seconds
\set earliest :starts - 86400
\set latest :ends + 86400
\set midnight :starts - 43200
\set nextday :starts + 43200
\startpipeline
BEGIN ISOLATION LEVEL READ COMMITTED;
SELECT WHERE pg_try_advisory_xact_lock(:client_id * 1000000000::bigint + :slot);
SELECT FROM idempotency_keys WHERE key_hash = sha256(('bench ' || :client_id::text || ' ' || :slot::text)::bytea)
    AND caller = 'user 00000000-0000-7000-8004-' || lpad(:client_id::text, 12, '0');
\endpipeline
SELECT c.provider_id, c.version AS calendar_version, coalesce(c.time_zone, p.time_zone, 'UTC') AS calendar_zone, c.weekly, c.overrides,
    c.open_intervals, c.busy_intervals, c.slot_minutes, c.buffer_before, c.buffer_after, c.minimum_notice, c.cancel_notice,
    c.reschedule_notice, c.booking_window_days, c.daily_limit, c.interval_ids, c.interval_keys, p.full_name AS provider_name,
    patient.full_name AS patient_name, patient.erased_at IS NOT NULL AS is_erased
FROM calendars c JOIN people p ON p.user_id = c.provider_id
JOIN people patient ON patient.user_id = ('00000000-0000-7000-8004-' || lpad(:client_id::text, 12, '0'))::uuid
WHERE c.provider_id = ('00000000-0000-7000-8003-' || lpad(:client_id::text, 12, '0'))::uuid AND p.erased_at IS NULL AND p.is_verified
FOR NO KEY UPDATE OF c, patient;
WITH conflict AS (
    SELECT 'provider' AS side, extract(epoch FROM starts_at)::bigint AS starts, extract(epoch FROM ends_at)::bigint AS ends
    FROM appointments
    WHERE provider_id = ('00000000-0000-7000-8003-' || lpad(:client_id::text, 12, '0'))::uuid
        AND starts_at > to_timestamp(:earliest) AND starts_at < to_timestamp(:latest)
        AND blocked_from < to_timestamp(:ends) AND blocked_until > to_timestamp(:starts)
        AND status IN ('held', 'booked') AND id <> '00000000-0000-0000-0000-000000000000'::uuid
    UNION ALL
    SELECT 'patient', extract(epoch FROM starts_at)::bigint, extract(epoch FROM ends_at)::bigint
    FROM appointments
    WHERE patient_id = ('00000000-0000-7000-8004-' || lpad(:client_id::text, 12, '0'))::uuid
        AND starts_at > to_timestamp(:earliest) AND starts_at < to_timestamp(:latest)
        AND starts_at < to_timestamp(:ends) AND ends_at > to_timestamp(:starts)
        AND status IN ('held', 'booked') AND id <> '00000000-0000-0000-0000-000000000000'::uuid
    LIMIT 1
), day AS (
    SELECT count(*) AS booked FROM appointments
    WHERE NULL::bigint IS NOT NULL AND provider_id = ('00000000-0000-7000-8003-' || lpad(:client_id::text, 12, '0'))::uuid
        AND starts_at >= to_timestamp(:midnight) AND starts_at < to_timestamp(:nextday)
        AND status <> 'cancelled' AND id <> '00000000-0000-0000-0000-000000000000'::uuid
), open AS (
    SELECT count(*) AS booked FROM (
        SELECT FROM appointments
        WHERE NULL::bigint IS NOT NULL AND patient_id = ('00000000-0000-7000-8004-' || lpad(:client_id::text, 12, '0'))::uuid
            AND status IN ('held', 'booked') AND starts_at > now() LIMIT NULL::bigint
    ) AS ahead
), written AS (
    INSERT INTO appointments (id, version, status, provider_id, patient_id, starts_at, ends_at, time_zone, blocked_from, blocked_until,
                              sealed_texts, created_at, updated_at, booked_by, organisation_id)
    SELECT gen_random_uuid(), 1, 'booked', ('00000000-0000-7000-8003-' || lpad(:client_id::text, 12, '0'))::uuid,
        ('00000000-0000-7000-8004-' || lpad(:client_id::text, 12, '0'))::uuid, to_timestamp(:starts), to_timestamp(:ends),
        'America/Winnipeg', to_timestamp(:starts), to_timestamp(:ends), convert_to(repeat('0123456789abcdef', 6), 'UTF8'), now(), now(),
        NULL::uuid, NULL::uuid
    WHERE NOT EXISTS (SELECT FROM conflict)
        AND (NULL::bigint IS NULL OR (SELECT booked FROM day) < NULL::bigint)
        AND (NULL::bigint IS NULL OR (SELECT booked FROM open) < NULL::bigint) RETURNING 1
)
SELECT 1 / (SELECT count(*) FROM written) AS written, conflict.side, conflict.starts, conflict.ends, (SELECT booked FROM open) AS open
FROM (SELECT 1) AS one LEFT JOIN conflict ON true;
\startpipeline
WITH event AS (
    INSERT INTO outbox (event_id, topic, type, subject, version, occurred_at, traceparent, data, signature)
    VALUES (gen_random_uuid(), 'care.appointments.v1', 'care.appointments.booked.v1', gen_random_uuid(), 1, now(),
            '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
            convert_to('{"appointmentId":"019caf10-3c4d-7b5e-a6f7-081929384756","endTime":"2026-03-09T15:00:00Z","patientId":"019ca001-0b1c-7e2d-b3f4-a5968778695a","providerId":"019ca000-55aa-7d10-8f3b-9a1c2e4d6f80","startTime":"2026-03-09T14:30:00Z","version":1}', 'UTF8'), NULL::text)
    RETURNING position
)
INSERT INTO outbox_pending (position) SELECT position FROM event;
INSERT INTO idempotency_keys (caller, route, key_hash, fingerprint, response, created_at)
VALUES ('user 00000000-0000-7000-8004-' || lpad(:client_id::text, 12, '0'), 'POST /appointments',
        sha256(('bench ' || :client_id::text || ' ' || :slot::text)::bytea), sha256('fingerprint') || substring(sha256('fingerprint') FROM 1 FOR 16),
        convert_to(repeat('0123456789abcdef', 70), 'UTF8'), now());
COMMIT;
\endpipeline
