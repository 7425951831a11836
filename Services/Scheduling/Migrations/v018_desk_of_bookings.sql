-- At whose front desk that is which patients book by themselves: the provider's word. organisation_id: at that one's, while they practise there; NULL: at that of the only
-- organisation in which they practise. desk_sees_bookings false: at nobody's. It is decided when something is booked (appointments.organisation_id), and stays: what was
-- booked before this release, or by the one before beside it, is between the two.
ALTER TABLE calendars
    ADD COLUMN organisation_id uuid,
    ADD COLUMN desk_sees_bookings boolean NOT NULL DEFAULT true;
