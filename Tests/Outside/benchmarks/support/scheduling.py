"""Providers, hours and appointments, put straight into Scheduling's database."""

from support.platform import Platform

SLOT_MINUTES = 15
DATABASE = "care_scheduling"


def provider_id(group: int, number: int) -> str:
    return f"00000000-0000-7000-8{group:03d}-{number:012d}"


def providers(platform: Platform, group: int, count: int, specialty: str, weekly: str | None = None, slot_minutes: int = SLOT_MINUTES) -> list[str]:
    """Providers of a group of their own, open at all hours unless `weekly` (an array of weekday, first and last minute) says else."""
    weekly = weekly or "ARRAY(SELECT unnest(ARRAY[day, 0, 1440]) FROM generate_series(0, 6) AS day)::bigint[]"
    platform.sql(DATABASE, f"""
        INSERT INTO people (user_id, version, role, username, full_name, specialty, time_zone)
        SELECT ('00000000-0000-7000-8{group:03d}-' || lpad(n::text, 12, '0'))::uuid, 1, 'provider', 'bench-{group}-' || n,
               'Dr. Bench ' || lpad(n::text, 4, '0'), '{specialty}', 'America/Winnipeg'
        FROM generate_series(0, {count - 1}) AS n ON CONFLICT DO NOTHING;
        INSERT INTO calendars (provider_id, version, weekly, slot_minutes, buffer_before, buffer_after, minimum_notice, cancel_notice,
                               reschedule_notice, booking_window_days)
        SELECT user_id, 1, {weekly}, {slot_minutes}, 0, 0, 60, 0, 0, 730
        FROM people WHERE specialty = '{specialty}' ON CONFLICT DO NOTHING;
        ANALYZE people; ANALYZE provider_specialties; ANALYZE calendars;
        """)
    return [provider_id(group, number) for number in range(count)]


def patients(platform: Platform, group: int, count: int) -> None:
    """Patients without an account: only Scheduling knows them."""
    platform.sql(DATABASE, f"""
        INSERT INTO people (user_id, version, role, username, full_name, time_zone)
        SELECT ('00000000-0000-7000-8{group:03d}-' || lpad(n::text, 12, '0'))::uuid, 1, 'patient', 'bench-{group}-' || n, 'Bench ' || n,
               'America/Winnipeg'
        FROM generate_series(0, {count - 1}) AS n ON CONFLICT DO NOTHING;
        """)


def appointments(platform: Platform, patient: str, provider: str, count: int) -> list[str]:
    """Booked appointments of one patient, whom Scheduling knows, with one provider: both have the same times free only once."""
    rows = platform.sql(DATABASE, f"""
        INSERT INTO appointments (id, version, status, provider_id, patient_id, starts_at, ends_at, blocked_from, blocked_until,
                                  created_at, updated_at)
        SELECT gen_random_uuid(), 1, 'booked', '{provider}', '{patient}', start, start + interval '15 min', start, start + interval '15 min',
               now(), now()
        FROM generate_series(1, {count}) AS n, LATERAL (SELECT date_trunc('day', now()) + interval '2 years' + n * interval '15 min' AS start) AS s
        RETURNING id;
        ANALYZE appointments;
        """)
    return rows.split()
