/// A line of the catalog: what a consumer needs to know of an event, with an example of it.
public struct EventEntry: Sendable {
    public let event: any CareEvent.Type
    public let example: any CareEvent
    public let summary: String

    init(_ example: some CareEvent, _ summary: String) {
        self.event = Swift.type(of: example)
        self.example = example
        self.summary = summary
    }

    /// The Swift type's name, such as `AppointmentBooked`.
    public var name: String { String(describing: event) }
    /// The CloudEvents type, such as `care.appointments.booked.v1`.
    public var type: String { event.type }
    public var topic: Topic { event.topic }
}
