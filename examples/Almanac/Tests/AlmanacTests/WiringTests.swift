import AlmanacParts
import Moonwire
import MoonwireTesting
import Testing

/// The wiring of container.lua, without a site.
@Suite(.wiring(try Almanac.container(for: Job(folder: "pages", output: "site")))) struct WiringTests {
    /// The folder of the scripts differs, and the address is a variable of the environment.
    @Test func theWiringIsReviewed() throws {
        expectWiring(try Test.container, matches: "wiring.txt", masking: ["home", "site.address"])
    }

    @Test func onePressBuildsAllSites() throws {
        let press = try Test.container.resolve(Press.self)
        #expect(try Test.container.resolve(Press.self) === press)
    }
}
