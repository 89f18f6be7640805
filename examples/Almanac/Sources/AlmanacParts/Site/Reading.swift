import Moonwire

/// Settings for readers: the defaults are in the script, and the values in a file of the folder.
public final class Reading: Exposed {
    /// `auto`, `light`, or `dark`.
    @Preference(in: Reading.self) var theme: String
    /// The number of entries on each page of a list.
    @Preference(in: Reading.self) var pageLength: Int
}
