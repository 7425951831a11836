import CareModels

/// What a provider says of the front desk that sees, moves and cancels what patients book with them by themselves. It is asked when they book; what is booked stays where it is.
struct DeskChoice: Equatable, Sendable {
    /// False: no desk does.
    var seesBookings = true
    /// Nil: that of the only organisation in which they practise, so that of several none learns what is another's.
    var organisation: OrganisationID?

    /// At whose desk a booking of now is. `practises`: the organisations in which the provider practises; of several two are enough, the one that they chose among them.
    func desk(practising practises: [OrganisationID]) -> OrganisationID? {
        guard seesBookings else { return nil }
        if let organisation { return practises.contains(organisation) ? organisation : nil }
        return practises.count == 1 ? practises[0] : nil
    }
}
