-- Who did what with an appointment, when and with which app: a row for each of its versions, written in the commit that made it. Never a word of what it is about.
-- What was done before this release, or by the one before beside it, has none.
CREATE TABLE appointment_changes (
    appointment_id uuid NOT NULL REFERENCES appointments,
    version        bigint NOT NULL,
    at             timestamptz NOT NULL,
    -- booked, rescheduled, changed, cancelled, completed or no-show; a later release may know more.
    action         text NOT NULL,
    -- patient, guardian, provider, front-desk or system; likewise.
    role           text NOT NULL,
    -- Whose token it was: the patient's, the provider's, somebody's at the front desk; NULL: it came to be so by itself.
    user_id        uuid,
    -- Who acted for them, where somebody did.
    guardian_id    uuid,
    -- The app. It goes with who used it.
    client         text,
    -- When it was to take place from then on.
    starts_at      timestamptz NOT NULL,
    ends_at        timestamptz NOT NULL,
    PRIMARY KEY (appointment_id, version)
);

-- Those of who is neither of the two of the appointment.
CREATE INDEX appointment_changes_by_others ON appointment_changes (coalesce(guardian_id, user_id)) WHERE role IN ('guardian', 'front-desk');

-- What was done stays so: of a row only the app goes, and a row when both of its appointment were erased.
CREATE FUNCTION keep_appointment_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'UPDATE' THEN
        IF NEW.client IS NULL AND to_jsonb(NEW) - 'client' = to_jsonb(OLD) - 'client' THEN
            RETURN NEW;
        END IF;
    ELSIF NOT EXISTS (
        SELECT FROM appointments a JOIN people p ON p.user_id IN (a.patient_id, a.provider_id)
        WHERE a.id = OLD.appointment_id AND p.erased_at IS NULL
    ) THEN
        RETURN OLD;
    END IF;
    RAISE EXCEPTION 'appointment_changes: what was done stays written';
END $$;
CREATE TRIGGER keep_appointment_changes BEFORE UPDATE OR DELETE ON appointment_changes FOR EACH ROW EXECUTE FUNCTION keep_appointment_changes();
