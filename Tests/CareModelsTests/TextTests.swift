import Testing

@testable import CareModels

/// How a text is said: its template, its values, and the words that go with numbers.
struct TextTests {
    private func said(_ text: Text) -> [String] { Language.allCases.map { text.string(in: $0) } }

    @Test func literalsKeepTheirTemplate() {
        let (count, name): (Int, Substring) = (3, "Ann")
        let text: Text = "\(name) has \(count) of \(String(7))"
        #expect(text.template == "{0} has {1} of {2}")
        #expect(text.string(in: .english) == "Ann has 3 of 7")
    }

    @Test(arguments: [(0, "0 days", "0 jour"), (1, "1 day", "1 jour"), (2, "2 days", "2 jours"), (-1, "-1 days", "-1 jours")])
    func numbersTakeTheirWord(_ number: Int, _ english: String, _ french: String) {
        let text: Text = "This provider is booked at most \(number, "day", "days") ahead."
        #expect(text.template == "This provider is booked at most {0} {0|day|days} ahead.")
        #expect(said(text) == ["This provider is booked at most \(english) ahead.", "Ce soignant accepte des rendez-vous au plus \(french) à l’avance."])
    }

    @Test func lists() {
        let (one, two, three): (Text, Text, Text) = ("admin", "provider", "patient")
        #expect(said(.alternatives([one])) == ["admin", "administrateur"])
        #expect(said(.alternatives([one, two, three])) == ["admin or provider or patient", "administrateur ou soignant ou patient"])
        #expect(said(.list([one, two, three])) == ["admin, provider, patient", "administrateur, soignant, patient"])
        #expect(said(.list([])) == ["", ""])
    }

    @Test func textsStandInTexts() {
        let inner: Text = "is required"
        #expect(("\(Text(verbatim: "x")) \(inner)" as Text).string(in: .french) == "x est obligatoire")
        #expect(Text(template: "is required").string(in: .french) == "est obligatoire")
    }

    @Test func whatIsMissingIsEnglish() {
        let text: Text = "No catalogue has \(1, "this", "these") and \("is required" as Text)"
        #expect(text.string(in: .french) == "No catalogue has 1 this and est obligatoire")
        #expect(text.missing(in: .french) == ["No catalogue has {0} {0|this|these} and {1}"])
        #expect(text.missing(in: .english).isEmpty)
        #expect(("\(3), \("a")" as Text).missing(in: .french).isEmpty)
    }

    @Test func otherBracesAreThemselves() {
        for template in ["GET /providers/{id}/slots", "{", "}", "{}", "{{x}", "{0|a}", "{-1}", "{100}", "{٣}", "é{ é}"] {
            #expect(TextTemplate(template).pieces == [.words(template)], "\(template)")
        }
        #expect(TextTemplate("").pieces.isEmpty)
        #expect(TextTemplate("{{0}").pieces == [.words("{"), .hole(0, nil)])
        #expect(TextTemplate("a{12}{0||s}").pieces == [.words("a"), .hole(12, nil), .hole(0, TextTemplate.Forms(one: "", many: "s"))])
    }

    @Test func valuesAreNotTemplates() {
        let sent = "{0} {1|a|b}"
        #expect(("is \(sent)" as Text).string(in: .english) == "is {0} {1|a|b}")
        #expect(Text(verbatim: sent).string(in: .french) == sent)
    }

    @Test func sameWordsAreTheSame() {
        #expect(("must be at most \(3)" as Text) == "must be at most 3")
        #expect(("must be at most \(3)" as Text) != "must be at most 4")
    }
}
