import Moonwire

/// How readers like to read: settings with their defaults in the script, and their values in a file of the folder.
public final class Reading: Exposed {
    /// `auto`, `light` or `dark`.
    @Preference(in: Reading.self) var theme: String
    /// How many entries a list shows before it goes on on another page.
    @Preference(in: Reading.self) var pageLength: Int

    public static let exposure = Exposure(Reading.self) {
        Initializer { Reading() }
    }
}
