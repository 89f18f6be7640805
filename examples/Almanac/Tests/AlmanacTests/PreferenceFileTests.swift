import AlmanacParts
import Foundation
import Moonwire
import MoonwireTesting
import Synchronization
import Testing

@Suite struct PreferenceFileTests {
    @Test func keepsTheContract() throws {
        let fixtures = Mutex<[Fixture]>([])
        PreferenceStoreContract {
            let fixture = try Fixture()
            fixtures.withLock { $0.append(fixture) }
            return PreferenceFile(in: fixture.pages)
        }.check()
    }

    @Test func whatIsNoPreferenceIsNotRead() throws {
        let fixture = try Fixture()
        try fixture.write(Data("{".utf8), to: fixture.pages + "/" + PreferenceFile.name)
        #expect(throws: UnreadablePreference.self) { try PreferenceFile(in: fixture.pages).read("Reading.theme") }
    }
}
