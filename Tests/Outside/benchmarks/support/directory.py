"""Emergency rooms for the loads: the real list where it is, more of them around those, and hours for a part."""

import subprocess

from support.platform import BUILD, ROOT, Failed, Platform
from support.report import say

DATABASE = "care_ers"
REAL = ROOT.parent / "shared/data/ers/hifld-hospitals.csv"
REAL_COUNT = 5668
# Where a list of our own begins, as many as the real one has.
CITIES = """
    ('NY', 40.75, -73.99, 'America/New_York'), ('IL', 41.88, -87.63, 'America/Chicago'), ('TX', 29.76, -95.37, 'America/Chicago'),
    ('CA', 34.05, -118.24, 'America/Los_Angeles'), ('FL', 26.50, -80.60, 'America/New_York'), ('FL', 28.40, -81.60, 'America/New_York'),
    ('CO', 39.74, -104.99, 'America/Denver'), ('WA', 47.61, -122.33, 'America/Los_Angeles'), ('GA', 33.75, -84.39, 'America/New_York')
    """
# Hours are known of all of this region, and none of them hold now.
CLOSED_REGION = "FL"


def import_real(platform: Platform) -> str:
    """As an operator does it; what was put in, in words."""
    if not REAL.exists():
        say(f"{REAL} is not there: emergency rooms are made up instead")
        platform.sql(DATABASE, f"""
            {INSERT} SELECT gen_random_uuid(), 1, last + row_number() OVER (), 'Central Hospital', 'GENERAL ACUTE CARE', '+12045550123', '1 Main Street',
                region, region, '10001', 'US', latitude, longitude, zone, 'stated', now(), now()
            FROM feed, (VALUES {CITIES}) AS cities (region, latitude, longitude, zone);
            {DRAWN}
            """)
        generate(platform, REAL_COUNT, spread=3)
        return "made up"
    words = [BUILD / "careline", "import", "ers", REAL, "--state", platform.state]
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, timeout=120)
    if done.returncode != 0:
        raise Failed(f"careline import ers: {done.stderr.strip()[-1500:]}")
    return "real ones, imported by careline import ers"


def generate(platform: Platform, total: int, spread: float) -> None:
    """More around those that are there, so many degrees away at most, until there are `total`."""
    platform.sql(DATABASE, f"""
        SELECT setseed(0.5);
        {INSERT} SELECT gen_random_uuid(), 1, last + row_number() OVER (), name, facility_type, phone, street, city, region, postal_code, country,
            latitude + {spread} * (2 * random() - 1), longitude + {spread} * (2 * random() - 1), time_zone, 'stated', now(), now()
        FROM feed, (
            SELECT e.* FROM ers AS e, generate_series(1, {total} / (SELECT count(*) FROM ers) + 1) AS round
            ORDER BY round, e.id LIMIT {total} - (SELECT count(*) FROM ers)
        ) AS more;
        {DRAWN}
        """)


def enter_hours(platform: Platform) -> None:
    """For yesterday and the four days after, where there are none yet: a quarter is open all day, a quarter from 8 to 20, of half nothing is
    known. Those of one region have their only hour half a day from now. `opens_at` and `closes_at` as ScheduleReach has them."""
    platform.sql(DATABASE, f"""
        BEGIN;
        CREATE TEMP TABLE entered ON COMMIT DROP AS
            SELECT id, time_zone, surface, today - DATE '1970-01-01' + ahead AS day, hours
            FROM (
                SELECT id, time_zone, surface, (now() AT TIME ZONE time_zone)::date AS today,
                    CASE WHEN region = '{CLOSED_REGION}' THEN ARRAY[later, later + 60]
                        WHEN kind = 0 THEN ARRAY[0, 1440] WHEN kind = 1 THEN ARRAY[480, 1200] END AS hours
                FROM ers, LATERAL (
                    SELECT abs(hashtext(id::text)::bigint) % 4 AS kind,
                        ((extract(epoch FROM (now() AT TIME ZONE time_zone)::time) / 60)::bigint + 720) % 1440 AS later
                ) AS chosen
                WHERE schedule_version = 0 AND removed_at IS NULL
            ) AS known, generate_series(-1, 3) AS ahead
            WHERE hours IS NOT NULL;
        INSERT INTO schedules (er_id, day, version, position, hours, updated_at, surface, opens_at, closes_at)
            SELECT entered.id, day, 1, last + row_number() OVER (), hours, now(), surface,
                (DATE '1970-01-01' + day + hours[1] * interval '1 min') AT TIME ZONE time_zone - interval '1 hour',
                (DATE '1970-01-01' + day + hours[2] * interval '1 min') AT TIME ZONE time_zone + interval '1 hour'
            FROM entered, feed;
        UPDATE ers SET schedule_version = 1 WHERE id IN (SELECT id FROM entered);
        UPDATE feed SET last = (SELECT max(position) FROM schedules);
        COMMIT;
        VACUUM ANALYZE ers;
        VACUUM ANALYZE schedules;
        """)


INSERT = """
    INSERT INTO ers (id, version, position, name, facility_type, phone, street, city, region, postal_code, country, latitude, longitude,
                     time_zone, time_zone_basis, created_at, updated_at)
    """
DRAWN = "UPDATE feed SET last = (SELECT max(position) FROM ers);"
