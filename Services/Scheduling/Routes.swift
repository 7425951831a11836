import CareModels
import HTTP

/// Scheduling's table of contents. Ownership is checked in the handlers.
func routes(_ dependencies: Dependencies) -> [Route] {
    let changes = CallerLimiter(perMinute: dependencies.settings.staffChangesPerMinute)
    return (ofProviders(dependencies) + ofAppointments(dependencies)).limitingChanges(by: changes) { $0.role != .patient }.changingInTurn()
}

/// Bytes of a calendar with as many hours, dates and intervals as it may have.
private let calendar = 512 << 10

private func ofProviders(_ dependencies: Dependencies) -> [Route] {
    let publish = Access.roles(.provider).scope("availability:write")
    return [
        .get(
            "/providers", .signedIn, query: ["specialty", "q", "limit", "after"], operation: "listProviders",
            ListProviders(dependencies: dependencies).handle
        ).fromStandby(),
        .get(
            "/providers/specialties", .signedIn, query: ["limit", "after"], operation: "listSpecialties",
            ListSpecialties().handle),
        .get(
            "/providers/:id", .signedIn, operation: "getProvider",
            ShowProvider(dependencies: dependencies).handle),
        .post(
            "/providers/availability", publish, bodyLimit: calendar, operation: "addAvailability",
            PublishAvailability(dependencies: dependencies, mode: .add).handle
        ).computing(),
        .patch(
            "/providers/availability", publish, bodyLimit: calendar, operation: "changeAvailability",
            PublishAvailability(dependencies: dependencies, mode: .change).handle
        ).computing(),
        .patch(
            "/providers/availability/intervals/:id", publish, operation: "changeAvailabilityInterval",
            ChangeAvailabilityInterval(dependencies: dependencies, isRemoval: false).handle),
        .delete(
            "/providers/availability/intervals/:id", publish, operation: "removeAvailabilityInterval",
            ChangeAvailabilityInterval(dependencies: dependencies, isRemoval: true).handle),
        .get(
            "/providers/:id/availability", .signedIn, operation: "getAvailability",
            ShowAvailability(dependencies: dependencies).handle)
    ]
}

private func ofAppointments(_ dependencies: Dependencies) -> [Route] {
    let read = Access.signedIn.scope("appointments:read")
    let write = Access.signedIn.scope("appointments:write")
    let slots: Set<String> = ["from", "to", "timeZone", "limit", "after"]
    let changes = CallerLimiter(perMinute: dependencies.settings.changesPerMinute)
    return [
        .get(
            "/providers/:id/slots", .signedIn, query: slots, operation: "listProviderSlots",
            ShowProviderSlots(dependencies: dependencies).handle
        ).fromStandby().computing(),
        // Where nobody is free it looks at 10,000 calendars: of one caller's few are at work.
        .get(
            "/providers/availability/:specialty", .signedIn, query: slots, operation: "listSpecialtySlots",
            ShowSpecialtySlots(dependencies: dependencies).handle
        ).fromStandby().computing().inTurn(),
        .get(
            "/providers/:id/appointments", read, query: ListAppointments.query, operation: "listProviderAppointments",
            ListAppointments(dependencies: dependencies, side: .provider).handle
        ).fromStandby(),
        .get(
            "/users/:id/appointments", read, query: ListAppointments.query, operation: "listUserAppointments",
            ListAppointments(dependencies: dependencies, side: .patient).handle
        ).fromStandby(),
        .post(
            "/appointments", write, operation: "bookAppointment",
            BookAppointment(dependencies: dependencies).handle
        )
        .limited(by: changes, counts: isPatient)
        .listed(at: "/users/{id}/appointments"),
        .get(
            "/appointments/:id", read, operation: "getAppointment",
            ShowAppointment(dependencies: dependencies).handle),
        .get(
            "/appointments/:id/changes", read, query: ["limit", "after"], operation: "listAppointmentChanges",
            ListAppointmentChanges(dependencies: dependencies).handle),
        .patch(
            "/appointments/:id", write, operation: "changeAppointment",
            ChangeAppointment(dependencies: dependencies, idIn: .path).handle
        )
        .limited(by: changes, counts: isPatient),
        .patch(
            "/appointments", write, operation: "changeAppointmentInBody",
            ChangeAppointment(dependencies: dependencies, idIn: .body).handle
        )
        .limited(by: changes, counts: isPatient)
        .deprecated(since: "2026-11-22", link: "/docs/versions#the-id-in-the-body"),
        .delete(
            "/appointments/:id", write, bodyLimit: Route.smallBody, operation: "cancelAppointment",
            CancelAppointment(dependencies: dependencies, idIn: .path).handle
        )
        .limited(by: changes, counts: isPatient),
        .delete(
            "/appointments", write, bodyLimit: Route.smallBody, operation: "cancelAppointmentInBody",
            CancelAppointment(dependencies: dependencies, idIn: .body).handle
        )
        .limited(by: changes, counts: isPatient)
        .deprecated(since: "2026-11-22", link: "/docs/versions#the-id-in-the-body")
    ]
}

/// A patient's own and a guardian's: each time the provider is told, and it stays in their calendar and its log. How many are ahead says nothing of how often one is moved, or
/// booked and cancelled. Whoever else books for and with others has a limit too (`routes`): a patient who is told 100 times a second of one appointment is no less so by their
/// provider.
@Sendable private func isPatient(_ caller: Identity) -> Bool { caller.role == .patient }
