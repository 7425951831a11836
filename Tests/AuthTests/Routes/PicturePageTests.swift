import CareModels
import Foundation
import HTTP
import ServiceTestKit
import Testing

@testable import AuthService

/// One's picture on a page, in a browser without JavaScript.
@Suite struct PicturePageTests {
    private static let path = "/account/picture"

    @Test func aPictureIsShownAndTakenAway() async throws {
        try await World.run { world in
            let (ada, eve) = (try await world.signUp("ada"), try await world.signUp("eve"))
            let (browser, page) = try await AccountPageTests.open(world, Self.path)
            #expect(page.text.contains("enctype=\"multipart/form-data\"") && !page.text.contains("<img") && !page.text.contains("name=\"remove\""))
            #expect(page.text.contains("at most 1 MiB and 2048 pixels"))
            #expect(try await browser.get(Self.path + "/image").status == 404)

            let sent = try await browser.upload(page, picture: AvatarTests.png(3, 2, with: AvatarTests.position))
            #expect(sent.status == 303 && sent.header("Location") == Self.path)
            let shown = try await browser.get(Self.path)
            #expect(shown.text.contains("<img class=\"picture\" src=\"/account/picture/image\" alt=\"Your picture\">"))
            #expect(shown.header("Content-Security-Policy")?.contains("img-src 'self'; ") == true)
            let image = try await browser.get(Self.path + "/image")
            // Where it was taken has gone, as by the API.
            #expect(image.status == 200 && image.body == AvatarTests.png(3, 2) && image.header("Content-Type") == "image/png")
            #expect(image.header("Cache-Control") == "no-store" && image.header("Content-Security-Policy")?.contains("sandbox") == true)
            let token = try await world.logIn("eve").accessToken
            #expect(try await world.get("/users/\(ada.id)/avatar", token: token).body == AvatarTests.png(3, 2))
            #expect(try await world.event(UserUpdated.self, about: ada.id.uuid).avatarUrl == "\(World.issuer)/users/\(ada.id)/avatar")
            #expect(try await world.changes(of: ada.id, by: nil) == 1)

            for _ in 1...2 {
                // Twice: what is gone is what was asked for.
                #expect(try await browser.upload(shown, [("remove", "yes")], picture: nil).header("Location") == Self.path)
                #expect(try await world.get("/users/\(ada.id)/avatar", token: token).status == 404)
            }
            #expect(try await !browser.get(Self.path).text.contains("<img"))
            #expect(try await world.get("/users/\(eve.id)/avatar", token: token).status == 404)
        }
    }

    @Test func whatIsNoPictureIsRefusedOnThePage() async throws {
        try await World.run { world in
            let ada = try await world.signUp("ada")
            let (browser, page) = try await AccountPageTests.open(world, Self.path)
            let refused: [([UInt8], String)] = [
                (Array("<svg xmlns='http://www.w3.org/2000/svg'/>".utf8), "must be a PNG, JPEG or WebP image"), (Array(AvatarTests.png(3, 2).prefix(12)), "is damaged"),
                (AvatarTests.png(2049, 2), "not 2049 × 2"), ([], "is required")
            ]
            for (bytes, words) in refused {
                let answer = try await browser.upload(page, picture: bytes)
                #expect(answer.status == 422 && answer.text.contains("id=\"picture-fault\"") && answer.text.contains(words), "\(words): \(answer.status)")
            }
            #expect(try await browser.upload(page, picture: nil).status == 422)
            let long = try await browser.upload(page, picture: [UInt8](repeating: 0, count: Avatar.most + (32 << 10)))
            #expect(long.status == 413 && long.header("Content-Type")?.hasPrefix("text/html") == true)
            #expect(try await browser.post(Self.path, TestBrowser.hidden(page)).status == 415)
            #expect(try await world.changes(of: ada.id, by: nil) == 0)
        }
    }

    @Test func nobodySendsItForAnother() async throws {
        try await World.run { world in
            let ada = try await world.signUp("ada")
            try await world.signUp("eve")
            let (browser, page) = try await AccountPageTests.open(world, Self.path)
            let (_, eves) = try await AccountPageTests.open(world, Self.path, as: "eve")
            let picture = AvatarTests.png(3, 2)
            for fields in [[], [("form_token", "made-up")], TestBrowser.hidden(eves)] as [[(String, String)]] {
                let forged = try await browser.upload(to: Self.path, fields, picture: picture)
                #expect(forged.status == 403 && forged.text.contains("open for too long"))
            }
            // Nobody who is not logged in sends us a file.
            let stranger = TestBrowser(world)
            #expect(try await stranger.upload(to: Self.path, TestBrowser.hidden(page), picture: picture).status == 303)
            for path in [Self.path, Self.path + "/image"] { #expect(try await stranger.get(path).status == 303) }
            #expect(try await world.changes(of: ada.id, by: nil) == 0)
        }
    }
}
