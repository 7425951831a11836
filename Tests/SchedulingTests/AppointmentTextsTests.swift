import Testing

@testable import SchedulingService

@Suite struct AppointmentTextsTests {
    @Test(arguments: [
        AppointmentTexts(title: "Check-up", description: nil), AppointmentTexts(title: "Check-up", description: ""),
        AppointmentTexts(title: "Contrôle", description: "Première ligne\nDeuxième 👩🏽‍⚕️"), AppointmentTexts(title: "", description: "Nothing above")
    ])
    func comeOutAsTheyWentIn(_ texts: AppointmentTexts) { #expect(AppointmentTexts(texts.bytes) == texts) }

    @Test func theDescriptionIsBehindTheTitle() {
        #expect(AppointmentTexts(title: "A", description: "B\u{0}C").bytes == [65, 0, 66, 0, 67])
        #expect(AppointmentTexts([65, 0, 66, 0, 67]) == AppointmentTexts(title: "A", description: "B\u{0}C"))
        #expect(AppointmentTexts([]) == AppointmentTexts(title: "", description: nil))
    }
}
